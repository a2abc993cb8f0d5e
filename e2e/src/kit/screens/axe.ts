import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser, type Visitor } from '../browser/open-browser.ts';
import { type RunningServer, startServer } from '../server/start-server.ts';
import { type Accounts, openAccounts, openScreen, type Screen, visitAs } from './open-screen.ts';
import { SCREENS } from './screens.ts';

/** Every screen as it opens; with E2E_ALL (`npm run test:screens`) also its dialogs and states. */
export const CHECKED_SCREENS = process.env.E2E_ALL
  ? SCREENS
  : SCREENS.filter(({ act, prepare, isState }) => !act && !prepare && !isState);

/** Of a long table the first rows stand for the others, unless E2E_ALL: contrast is computed for every text. */
const FURTHER_ROWS = 'tbody tr:nth-child(n + 11)';

/** In place of the axe script when the page has loaded it already: compiling it takes a third of the analysis. */
const ALREADY_LOADED = 'undefined';

/** Runs axe; answers violations only, because collecting passed rules would take most of the time. */
export async function violationsOf(page: Page, rules: readonly string[] = []) {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ALREADY_LOADED } : {}) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  if (!process.env.E2E_ALL) builder.exclude(FURTHER_ROWS);
  if (rules.length > 0) builder.withRules([...rules]);
  const { violations } = await builder.analyze();
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)),
  }));
}

/**
 * Starts a server and a browser before a file's checks. `open` shows a screen to its visitor, one per role, so that later
 * pages come from the browser's cache.
 */
export function setUpScreens() {
  let server: RunningServer;
  let browser: Browser;
  let accounts: Accounts;
  const visitors = new Map<Screen['as'], Promise<Visitor>>();
  beforeAll(async () => {
    server = await startServer({ copyOf: inject('schoolFolder') });
    browser = await openBrowser();
    accounts = await openAccounts(server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  });
  const visitorAs = (role: Screen['as']) => {
    const visitor = visitors.get(role) ?? visitAs(browser, server.url, role, accounts);
    visitors.set(role, visitor);
    return visitor;
  };
  return {
    /** Calls `check` with the page that shows the screen. */
    async open(screen: Screen, check: (page: Page) => Promise<void>): Promise<void> {
      const { page } = await visitorAs(screen.as);
      // With E2E_ALL what was open on the page before, or what it was told, must not remain.
      const inPage = !process.env.E2E_ALL && page.url() !== 'about:blank';
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 900 });
      try {
        await openScreen(page, screen, { inPage });
        await check(page);
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
  };
}
