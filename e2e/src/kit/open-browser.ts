import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { installedChromium } from '../../../tools/find-chromium.mjs';
import { onDemo } from './host.ts';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = await installedChromium();
  if (!executablePath) throw new Error('No Chromium found. Set CHROME_PATH.');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...FLAGS, ...sandbox, ...flags] });
}

export interface Visitor {
  readonly page: Page;
  /** Errors the page wrote to its console or threw; a journey ends with none. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

/** A fresh visitor: own storage, English, motion off so that nothing is clicked on the move. */
export async function visit(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  // The demo starts a database in the page itself; on a busy machine that takes a while.
  context.setDefaultTimeout(onDemo ? 60_000 : 20_000);
  if (onDemo) await context.addInitScript(() => localStorage.setItem('rollcall-demo-delay', 'off'));
  const page = onDemo ? behindHash(await context.newPage()) : await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refused call is written to the console by the browser itself; journeys provoke some on purpose.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text());
  });
  return { page, problems, close: () => context.close() };
}

/** A static folder has one page, and the product's addresses stand behind its hash. */
export function behindHash(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = (path, options) => goto(path.startsWith('/') ? `/#${path}` : path, options);
  return page;
}
