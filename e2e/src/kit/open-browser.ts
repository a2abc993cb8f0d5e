import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { installedChromium } from '../../../tools/find-chromium.mjs';

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
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refused call is written to the console by the browser itself; journeys provoke some on purpose.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text());
  });
  return { page, problems, close: () => context.close() };
}
