import { isAsAssumed } from './app/start/assumed-settings.ts';
import { keepEarlyInput } from './app/start/early-input.ts';
import { onFirstTouch } from './app/start/first-touch.ts';
import { openStorage, showStartProblem } from './app/start/start-problem.ts';
import { whenIdle } from './lib/idle.ts';

/*
 * The first script of every document, and the only one of a prerendered page until somebody uses it. The app itself
 * (app/start/start.tsx) follows.
 */

async function start(root: HTMLElement, onStarted: () => void): Promise<void> {
  const storage = openStorage(window);
  try {
    const { startApp } = await import('./app/start/start.tsx');
    await startApp(root, storage, onStarted);
  } catch (cause) {
    console.error(cause);
    showStartProblem(root, storage, () => location.reload());
  }
}

/** Whether the page shows what the server says. The static demo has no server to ask, and takes long to start. */
async function isComplete(root: HTMLElement): Promise<boolean> {
  if (import.meta.env.MODE === 'demo') return false;
  const response = await fetch('/api/settings/public');
  if (!response.ok) return false;
  const assumed: object = JSON.parse(root.dataset.settings ?? '{}');
  return isAsAssumed(page.dataset.page ?? '', assumed, await response.json());
}

/**
 * Starts the app on a prerendered page when it is used. Before that, once the page is loaded and the browser idle, if
 * there is something to add to it, such as the name of the institution, or if the server does not answer.
 */
function startWhenNeeded(root: HTMLElement): void {
  const replay = keepEarlyInput(root);
  let isStarted = false;
  const startOnce = () => {
    if (!isStarted) void start(root, replay);
    isStarted = true;
  };
  onFirstTouch(startOnce);
  const look = () =>
    whenIdle(() => {
      isComplete(root).then((isRight) => {
        if (!isRight) startOnce();
      }, startOnce);
    });
  if (document.readyState === 'complete') look();
  else addEventListener('load', look, { once: true });
}

const root = document.getElementById('root');
const page = document.documentElement;
if (root) {
  if (page.hasAttribute('data-wait')) {
    // color-scheme.js found that the prerendered page is not the one to show.
    root.replaceChildren();
    page.removeAttribute('data-wait');
  }
  if (root.hasChildNodes()) startWhenNeeded(root);
  else void start(root, () => undefined);
}
