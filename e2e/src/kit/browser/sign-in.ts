import type { Page } from 'playwright-core';
import { type ApiTarget, createApiClient } from '../server/call-api.ts';
import { onDemo } from '../server/host.ts';

export type Role = 'admin' | 'user' | 'teacher' | 'office';

/** The only administrator may sign in without a username. */
interface Credentials {
  readonly username?: string;
  readonly password: string;
}

const CREDENTIALS: Readonly<Record<Role, Credentials>> = {
  admin: { username: 'admin', password: 'admin123' },
  user: { username: 'student', password: 'student123' },
  teacher: { username: 'teacher', password: 'teacher123' },
  office: { username: 'office', password: 'office123' },
};

export interface StoredSession {
  /** As the specification stores it. */
  readonly role: 'admin' | 'user';
  readonly token: string;
  /** The signed-in person as JSON, as the page stores it. */
  readonly user: string;
}

export async function signInAsAdmin(page: Page, password = 'admin123'): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Admin password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/admin');
}

export async function signInAsStudent(page: Page): Promise<void> {
  await submitLogin(page, 'student', 'student123');
  await page.waitForURL('**/dashboard');
}

/** Sends the form of the login page. What follows depends on the account: its start page, or a second step. */
export async function submitLogin(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Types a new password twice into the fields of a link or of the account page. */
export async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the password', { exact: true }).fill(password);
}

/** Signs in through the API: one of the demo school's accounts, or the given credentials. */
export async function signInByApi(target: ApiTarget, who: Role | Credentials): Promise<StoredSession> {
  const credentials = typeof who === 'string' ? CREDENTIALS[who] : who;
  const role = who === 'admin' || credentials.username === undefined ? 'admin' : 'user';
  const { access_token, user } = await createApiClient(target)<{ access_token: string; user: unknown }>(
    'POST',
    `/${role}/login`,
    credentials,
  );
  return { role, token: access_token, user: JSON.stringify(user) };
}

const storageEntries = ({ token, role, user }: StoredSession) =>
  [
    ['token', token],
    ['userRole', role],
    ['currentUser', user],
  ] as const;

/** Stores a session before the page's own scripts run, on this and every later load. */
export async function storeSession(page: Page, session: StoredSession): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, storageEntries(session));
}

/** Signs the page in without the login form and returns the token. */
export async function signInDirectly(page: Page, url: string, who: Role | Credentials): Promise<string> {
  if (onDemo) return signInOnDemo(page, url, who);
  const session = await signInByApi({ url }, who);
  await storeSession(page, session);
  return session.token;
}

/** The demo's database is in the browser, so a page must have opened it before anyone can sign in. */
async function signInOnDemo(page: Page, url: string, who: Role | Credentials): Promise<string> {
  await page.goto('/faq');
  // The page only notices a session that is stored after it has started to listen.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const session = await signInByApi({ url, page }, who);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
    // What the browser dispatches when another tab signs in.
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  }, storageEntries(session));
  return session.token;
}
