import '@mantine/core/styles.css';
import '@fontsource-variable/inter/wght.css';
import './app/theme/theme.css';
import { registerSW } from 'virtual:pwa-register';
import { createRoot } from 'react-dom/client';
import { openHost } from './app/api.ts';
import { App } from './app/app.tsx';
import { createAppParts } from './app/create-app.ts';
import { createUpdates, type Updates } from './app/live/updates.ts';
import { openStorage, showStartProblem } from './app/start-problem.ts';
import { createI18n, detectLanguage } from './lib/i18n/i18n.ts';

const reload = () => location.reload();
const updates = createUpdates(reload);

async function start(root: HTMLElement): Promise<void> {
  const storage = openStorage(window);
  try {
    // Started before the texts load: in the demo the host takes longest.
    const opening = openHost();
    const i18n = await createI18n(detectLanguage(storage, navigator.languages));
    const parts = createAppParts(await opening, i18n, storage, { updates });
    createRoot(root).render(<App parts={parts} />);
  } catch (cause) {
    console.error(cause);
    showStartProblem(root, storage, reload);
  }
}

/** A tab that stays open for days learns of a new version, too. */
const LOOK_MS = 60 * 60_000;

function followVersions({ offer, takenOver }: Updates): void {
  const accept = registerSW({
    immediate: true,
    onNeedRefresh: () => offer(() => void accept()),
    onNeedReload: takenOver,
    onRegisteredSW: (_address, registration) => {
      setInterval(() => void registration?.update().catch(() => undefined), LOOK_MS);
    },
  });
}

const root = document.getElementById('root');
if (root) void start(root);
if (import.meta.env.PROD) followVersions(updates);
