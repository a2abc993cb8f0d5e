import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Visitor, visit } from './open-browser.ts';
import type { Screen } from './screens.ts';
import { settle } from './settle.ts';

export interface Accounts {
  readonly admin: { readonly token: string; readonly user: string };
  readonly user: { readonly token: string; readonly user: string };
}

/** Opens a screen as it would be seen: signed in, loaded, acted upon, still. */
export async function showScreen(
  browser: Browser,
  baseURL: string,
  screen: Screen,
  accounts: Accounts,
  { time, ...options }: BrowserContextOptions & { readonly time?: Date },
): Promise<Visitor> {
  const visitor = await visit(browser, baseURL, options);
  const { page } = visitor;
  // Date only: timers go on, or nothing would ever load.
  if (time) await page.clock.setFixedTime(time);
  if (screen.as !== 'nobody') {
    const { token, user } = accounts[screen.as];
    await page.addInitScript(
      ([key, role, person]) => {
        localStorage.setItem('token', key ?? '');
        localStorage.setItem('userRole', role ?? '');
        localStorage.setItem('currentUser', person ?? '');
        localStorage.setItem('backend-notification-dismissed', 'true');
      },
      [token, screen.as, user],
    );
  }
  await screen.prepare?.(page);
  await page.goto(screen.path);
  if (screen.name.includes('loading')) await page.getByRole('heading', { level: 1 }).first().waitFor();
  else await settle(page);
  await screen.act?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(350);
  return visitor;
}
