import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { installedChromium, installedShell } from '../../../tools/find-chromium.mjs';
import { onDemo } from './host.ts';
import { shareContext } from './visit-demo.ts';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For journeys that need no camera: the lightest Chromium there is. */
export const openBrowser = async (): Promise<Browser> => launch(await installedShell());

/** With its windows, as a camera needs; the flags say what is in front of it. */
export const openBrowserWithCamera = async (flags: readonly string[]): Promise<Browser> =>
  launch(await installedChromium(), flags);

function launch(executablePath: string | null, flags: readonly string[] = []): Promise<Browser> {
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
  if (!onDemo) return visitAfresh(browser, baseURL, options);
  // A tab can be told how much to move by itself; it needs no data of its own for that.
  const { reducedMotion = 'reduce', ...rest } = options;
  const { context, close } = await shareContext(browser, baseURL, rest, () =>
    openContext(browser, baseURL, rest),
  );
  const visitor = await openPage(context);
  await visitor.page.emulateMedia({ reducedMotion });
  return { ...visitor, close };
}

/** The same in a browser that nobody has used before; in the demo, before its data is there. */
export async function visitAfresh(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await openContext(browser, baseURL, options);
  return { ...(await openPage(context)), close: () => context.close() };
}

async function openContext(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
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
  return context;
}

async function openPage(context: BrowserContext): Promise<Pick<Visitor, 'page' | 'problems'>> {
  const page = onDemo ? behindHash(await context.newPage()) : await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refused call is written to the console by the browser itself; journeys provoke some on purpose.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text());
  });
  return { page, problems };
}

/** A static folder has one page, and the product's addresses stand behind its hash. */
export function behindHash(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = (path, options) => goto(path.startsWith('/') ? `/#${path}` : path, options);
  return page;
}
