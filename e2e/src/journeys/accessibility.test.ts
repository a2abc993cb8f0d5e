import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Visitor } from '../kit/open-browser.ts';
import { SCREENS, type Screen } from '../kit/screens.ts';
import { fitsSideways } from '../kit/settle.ts';
import { type Accounts, openScreen, still, visitAs } from '../kit/show-screen.ts';
import { tokenFor } from '../kit/sign-in.ts';
import { type RunningServer, startServer } from '../kit/start-server.ts';

let server: RunningServer;
let browser: Browser;
let accounts: Accounts;
/** One visitor per role walks all its screens: the second page comes from the cache, as it does for people. */
const visitors = new Map<Screen['as'], Promise<Visitor>>();
const visitorAs = (role: Screen['as']) => {
  const visitor = visitors.get(role) ?? visitAs(browser, server.url, role, accounts);
  visitors.set(role, visitor);
  return visitor;
};

beforeAll(async () => {
  server = await startServer();
  browser = await openBrowser();
  accounts = { admin: await tokenFor(server.url, 'admin'), user: await tokenFor(server.url, 'user') };
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

/** Passed rules are not wanted, and listing them is most of the work. */
const look = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

/** Every screen as it opens; with E2E_ALL (`npm run test:screens`) also every dialog and state of it. */
const walked = process.env.E2E_ALL ? SCREENS : SCREENS.filter(({ act, prepare }) => !act && !prepare);

describe('axe finds nothing in either theme, and nothing is wider than a phone or a tablet, on', () => {
  it.each(walked.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    const { page } = await visitorAs(screen.as);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
    try {
      await openScreen(page, screen);
      const light = await look(page).analyze();
      // The same elements in other colours: only what depends on colour can differ.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      await still(page);
      const dark = await look(page).withRules(['color-contrast', 'link-in-text-block']).analyze();
      const tooWide: number[] = [];
      for (const width of [820, 390]) {
        await page.setViewportSize({ width, height: 844 });
        if (!(await fitsSideways(page))) tooWide.push(width);
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
