import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Visitor, visit } from './open-browser.ts';
import type { Screen } from './screens.ts';
import { settle } from './settle.ts';

export interface Accounts {
  readonly admin: { readonly token: string; readonly user: string };
  readonly user: { readonly token: string; readonly user: string };
}

/** A visitor who is already signed in, with the banner out of the way. */
export async function visitAs(
  browser: Browser,
  baseURL: string,
  role: Screen['as'],
  accounts: Accounts,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await visit(browser, baseURL, options);
  if (role === 'nobody') return visitor;
  const { token, user } = accounts[role];
  await visitor.page.addInitScript(
    ([key, who, person]) => {
      localStorage.setItem('token', key ?? '');
      localStorage.setItem('userRole', who ?? '');
      localStorage.setItem('currentUser', person ?? '');
      localStorage.setItem('backend-notification-dismissed', 'true');
    },
    [token, role, user],
  );
  return visitor;
}

/** Opens a screen as it would be seen: loaded, acted upon, still. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await screen.prepare?.(page);
  await page.goto(screen.path);
  if (screen.name.includes('loading')) await page.getByRole('heading', { level: 1 }).first().waitFor();
  else await settle(page);
  await screen.act?.(page);
  await still(page);
}

/** Fonts are here and nothing moves any more, except what moves for ever (a skeleton). */
export async function still(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
}

/** A fresh visitor on one screen. */
export async function showScreen(
  browser: Browser,
  baseURL: string,
  screen: Screen,
  accounts: Accounts,
  { time, ...options }: BrowserContextOptions & { readonly time?: Date },
): Promise<Visitor> {
  const visitor = await visitAs(browser, baseURL, screen.as, accounts, options);
  // Date only: timers go on, or nothing would ever load.
  if (time) await visitor.page.clock.setFixedTime(time);
  await openScreen(visitor.page, screen);
  return visitor;
}
