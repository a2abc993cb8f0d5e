import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../kit/open-browser.ts';
import { SCREENS } from '../kit/screens.ts';
import { type Accounts, showScreen } from '../kit/show-screen.ts';
import { tokenFor } from '../kit/sign-in.ts';
import { type RunningServer, startServer } from '../kit/start-server.ts';

let server: RunningServer;
let browser: Browser;
let accounts: Accounts;
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

describe.each(['light', 'dark'] as const)('axe finds nothing in the %s theme on', (colorScheme) => {
  it.each(SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    const { page, close } = await showScreen(browser, server.url, screen, accounts, { colorScheme });
    try {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(describeViolation)).toEqual([]);
    } finally {
      await close();
    }
  });
});
