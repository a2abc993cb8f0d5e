import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Visitor, visit } from '../browser/open-browser.ts';
import { waitForData, waitForStillness } from '../browser/page-waits.ts';
import { type Role, type StoredSession, signInByApi, storeSession } from '../browser/sign-in.ts';

/** A screen, or one state of it. Screenshots and the accessibility journey open each of them. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as: 'nobody' | Role;
  /** The address opens a state of a screen that is listed too, such as an empty search. */
  readonly isState?: boolean;
  /** Its actions find nothing by its text, so that it is shown in every language. */
  readonly isWordless?: boolean;
  /** Actions on the loaded page that lead to the state. */
  readonly act?: (page: Page) => Promise<void>;
  /** Routes that hold back or replace API answers, to show a state that would pass quickly. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export type Accounts = Readonly<Record<Role, StoredSession>>;

export const openAccounts = async (url: string): Promise<Accounts> => ({
  admin: await signInByApi({ url }, 'admin'),
  user: await signInByApi({ url }, 'user'),
  teacher: await signInByApi({ url }, 'teacher'),
  office: await signInByApi({ url }, 'office'),
});

/** A visitor who is already signed in and has dismissed the demo banner. */
export async function visitAs(
  browser: Browser,
  baseURL: string,
  role: Screen['as'],
  accounts: Accounts,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await visit(browser, baseURL, options);
  if (role === 'nobody') return visitor;
  await storeSession(visitor.page, accounts[role]);
  await visitor.page.addInitScript(() => localStorage.setItem('backend-notification-dismissed', 'true'));
  return visitor;
}

/** What the page's router offers to its tools. */
interface PageRouter {
  readonly navigate: (to: { href: string }) => Promise<void>;
  readonly state: {
    readonly status: string;
    readonly location: { readonly href: string };
    readonly resolvedLocation?: { readonly href: string };
  };
}

/** Follows an address in the open page, as a link would, and waits until its page is shown. */
async function follow(page: Page, path: string): Promise<void> {
  // A prerendered page starts the app when somebody uses it.
  await page.mouse.wheel(0, 1);
  await page.waitForFunction(() => '__TSR_ROUTER__' in window);
  await page.evaluate(
    (href) => (window as unknown as { __TSR_ROUTER__: PageRouter }).__TSR_ROUTER__.navigate({ href }),
    path,
  );
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (window as unknown as { __TSR_ROUTER__: PageRouter })
      .__TSR_ROUTER__.state;
    return status === 'idle' && location.href === resolvedLocation?.href;
  });
}

/**
 * Opens a screen, waits for its data, performs its actions and waits until nothing moves. `inPage` does not load the
 * page anew, which takes half the time.
 */
export async function openScreen(page: Page, screen: Screen, { inPage = false } = {}): Promise<void> {
  await screen.prepare?.(page);
  if (inPage) await follow(page, screen.path);
  else await page.goto(screen.path);
  if (screen.name.includes('loading')) await page.getByRole('heading', { level: 1 }).first().waitFor();
  else await waitForData(page);
  await screen.act?.(page);
  await waitForStillness(page);
}

/** Opens a screen for a new visitor; `time` fixes the page's date. */
export async function showScreen(
  browser: Browser,
  baseURL: string,
  screen: Screen,
  accounts: Accounts,
  { time, ...options }: BrowserContextOptions & { readonly time?: Date },
): Promise<Visitor> {
  const visitor = await visitAs(browser, baseURL, screen.as, accounts, options);
  // Only the date is fixed: timers must run, or nothing would load.
  if (time) await visitor.page.clock.setFixedTime(time);
  await openScreen(visitor.page, screen);
  return visitor;
}

/** The language of a page that is about to open. */
export const languageOf = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.language.slice(0, 2));

/** Keeps what would pass after a few seconds on the screen: nothing that waits happens any more. */
export const stopTimers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const last = window.setTimeout(() => undefined);
    // The newest ones; with a fixed date the numbers do not begin at 1.
    for (let id = last; id > Math.max(0, last - 1000); id -= 1) window.clearTimeout(id);
  });

/** Clicks the first button of that name and waits for the dialog that it opens. */
export async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** Chooses from the menu of the first row of a table. */
export async function chooseInRow(page: Page, item: RegExp): Promise<void> {
  await page
    .getByRole('button', { name: /^(More actions|Actions) for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
