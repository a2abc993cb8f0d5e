import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

interface Shared {
  readonly context: BrowserContext;
  /** The first tab. It stays open and holds the database, as a server would. */
  readonly keeper: Page;
}

/** By browser, address and what was asked of the context; gone with the browser. */
const opened = new WeakMap<Browser, Map<string, Promise<Shared>>>();

/**
 * In the demo the data is in the browser, and opening it is most of a visit. Visitors of one file share it, as they
 * share the data of a server; what is a visitor's own (session, theme, language) begins anew.
 */
export async function shareContext(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
  open: () => Promise<BrowserContext>,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const ofBrowser = opened.get(browser) ?? new Map<string, Promise<Shared>>();
  opened.set(browser, ofBrowser);
  const key = JSON.stringify([baseURL, options]);
  const opening = ofBrowser.get(key) ?? openShared(baseURL, open);
  ofBrowser.set(key, opening);
  const { context, keeper } = await opening;
  await keeper.evaluate(() => localStorage.clear());
  const close = async () => {
    await Promise.all(context.pages().map((page) => (page === keeper ? undefined : page.close())));
  };
  return { context, close };
}

async function openShared(baseURL: string, open: () => Promise<BrowserContext>): Promise<Shared> {
  const context = await open();
  const keeper = await context.newPage();
  await keeper.goto(`${baseURL}/#/faq`);
  // Its worker has asked for the database before any other tab can.
  await keeper.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === 'rollcall-demo-host');
  });
  return { context, keeper };
}
