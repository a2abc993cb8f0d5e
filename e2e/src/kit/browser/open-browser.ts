import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { installedChromium, installedShell } from '../../../../tools/test/find-chromium.mjs';
import { onDemo } from '../server/host.ts';

/** For every Chromium that a journey or a bench starts. */
export const chromiumFlags = (): string[] => [
  // Without a sandbox only where Chromium refuses to run with one.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For journeys without a camera: the headless shell where it is installed, which starts faster. */
export const openBrowser = async (): Promise<Browser> => launch(await installedShell());

/** The full browser, which a camera needs; the flags describe the fake camera. */
export const openBrowserWithCamera = async (flags: readonly string[]): Promise<Browser> =>
  launch(await installedChromium(), flags);

function launch(executablePath: string | null, flags: readonly string[] = []): Promise<Browser> {
  if (!executablePath) throw new Error('No Chromium found. Set CHROME_PATH.');
  return chromium.launch({ executablePath, args: [...chromiumFlags(), ...flags] });
}

export interface Visitor {
  readonly page: Page;
  /** Errors that the page logged or threw; a journey expects none. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

/** Opens a page for a new visitor: own storage, English, reduced motion so that no target moves while it is clicked. */
export async function visit(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  if (!onDemo) return visitInNewContext(browser, baseURL, options);
  // Reduced motion can be set per page, so it needs no context (and database) of its own.
  const { reducedMotion = 'reduce', ...rest } = options;
  const { context, close } = await openSharedContext(browser, baseURL, rest);
  const visitor = await openPage(context);
  await visitor.page.emulateMedia({ reducedMotion });
  return { ...visitor, close };
}

/** As `visit`, but always in a new browser context: in the demo, before its database exists. */
export async function visitInNewContext(
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
  // A database in the page, or a backup of a whole school: each is slow on a busy machine.
  context.setDefaultTimeout(60_000);
  if (onDemo) await context.addInitScript(() => localStorage.setItem('rollcall-demo-delay', 'off'));
  return context;
}

async function openPage(context: BrowserContext): Promise<Pick<Visitor, 'page' | 'problems'>> {
  const page = onDemo ? withHashRoutes(await context.newPage()) : await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser itself logs refused calls, and journeys provoke some on purpose.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text());
  });
  return { page, problems };
}

/** Lets `page.goto('/path')` open `/#/path`: the demo is one static page with hash routes. */
export function withHashRoutes(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = (path, options) => goto(path.startsWith('/') ? `/#${path}` : path, options);
  return page;
}

interface SharedContext {
  readonly context: BrowserContext;
  /** The first tab. It stays open and is the host that holds the database. */
  readonly hostTab: Page;
}

/** Contexts by browser, then by address and context options. */
const sharedContexts = new WeakMap<Browser, Map<string, Promise<SharedContext>>>();

/**
 * Demo only: the data is in the browser, and opening it takes most of a visit. Visitors of one file share a context,
 * as they share a server's data; only the local storage (session, theme, language) is cleared for each.
 */
async function openSharedContext(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const ofBrowser = sharedContexts.get(browser) ?? new Map<string, Promise<SharedContext>>();
  sharedContexts.set(browser, ofBrowser);
  const key = JSON.stringify([baseURL, options]);
  const opening = ofBrowser.get(key) ?? openHostTab(browser, baseURL, options);
  ofBrowser.set(key, opening);
  const { context, hostTab } = await opening;
  await hostTab.evaluate(() => localStorage.clear());
  const close = async () => {
    await Promise.all(context.pages().map((page) => (page === hostTab ? undefined : page.close())));
  };
  return { context, close };
}

async function openHostTab(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<SharedContext> {
  const context = await openContext(browser, baseURL, options);
  const hostTab = await context.newPage();
  await hostTab.goto(`${baseURL}/#/faq`);
  // Its worker must hold the host lock before another tab can ask for it.
  await hostTab.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === 'rollcall-demo-host');
  });
  return { context, hostTab };
}
