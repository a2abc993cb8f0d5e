import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, type Visitor } from '../kit/browser/open-browser.ts';
import { fitsWidth, waitForStillness } from '../kit/browser/page-waits.ts';
import { type Accounts, openAccounts, openScreen, type Screen, visitAs } from '../kit/screens/open-screen.ts';
import { SCREENS } from '../kit/screens/screens.ts';
import { type RunningServer, startServer } from '../kit/server/start-server.ts';

let server: RunningServer;
let browser: Browser;
let accounts: Accounts;
/** One visitor per role opens all its screens, so that later pages come from the browser's cache. */
const visitors = new Map<Screen['as'], Promise<Visitor>>();
const visitorAs = (role: Screen['as']) => {
  const visitor = visitors.get(role) ?? visitAs(browser, server.url, role, accounts);
  visitors.set(role, visitor);
  return visitor;
};

beforeAll(async () => {
  server = await startServer({ copyOf: inject('schoolFolder') });
  browser = await openBrowser();
  accounts = await openAccounts(server.url);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

const describeViolation = ({ id, impact, nodes }: Violation) => ({
  id,
  impact,
  where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)),
});

/** Reports violations only: collecting passed rules would take most of the time. */
function axe(page: Page, axeSource?: string): AxeBuilder {
  const builder = new AxeBuilder({ page, ...(axeSource === undefined ? {} : { axeSource }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  return process.env.E2E_ALL ? builder : builder.exclude(FURTHER_ROWS);
}

/** In place of the axe script when the page has loaded it already: compiling it takes a third of the analysis. */
const ALREADY_LOADED = 'undefined';

/** Every screen as it opens; with E2E_ALL (`npm run test:screens`) also its dialogs and states. */
const screens = process.env.E2E_ALL
  ? SCREENS
  : SCREENS.filter(({ act, prepare, isState }) => !act && !prepare && !isState);

/** Of a long table the first rows stand for the others, unless E2E_ALL: contrast is computed for every text. */
const FURTHER_ROWS = 'tbody tr:nth-child(n + 11)';

/** A tablet, a computer's window at 200 % zoom (1280 px), a phone, and the narrowest (WCAG 1.4.10). */
const WIDTHS = [820, 640, 390, 320];

describe('axe finds no violation in either theme, and the page fits phone and tablet widths, on', () => {
  it.each(screens.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    const { page } = await visitorAs(screen.as);
    // What was open on the page before, or what it was told, must not remain.
    const inPage = !process.env.E2E_ALL && page.url() !== 'about:blank';
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
    try {
      await openScreen(page, screen, { inPage });
      const light = await axe(page, inPage ? ALREADY_LOADED : undefined).analyze();
      // The same elements in other colours: only rules about colour can differ.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      await waitForStillness(page);
      const dark = await axe(page, ALREADY_LOADED)
        .withRules(['color-contrast', 'link-in-text-block'])
        .analyze();
      const tooWide: number[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        if (!(await fitsWidth(page))) tooWide.push(width);
      }
      expect({
        light: light.violations.map(describeViolation),
        dark: dark.violations.map(describeViolation),
        tooWide,
      }).toEqual({ light: [], dark: [], tooWide: [] });
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
});
