import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Visitor } from '../kit/open-browser.ts';
import { SCREENS, type Screen } from '../kit/screens.ts';
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

describe('axe finds nothing in either theme on', () => {
  it.each(SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    const { page } = await visitorAs(screen.as);
    await page.emulateMedia({ colorScheme: 'light' });
    try {
      await openScreen(page, screen);
      const light = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      // The same elements in other colours: only what depends on colour can differ.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      await still(page);
      const dark = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .withRules(['color-contrast', 'link-in-text-block'])
        .analyze();
      expect({
        light: light.violations.map(describeViolation),
        dark: dark.violations.map(describeViolation),
      }).toEqual({ light: [], dark: [] });
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
});
