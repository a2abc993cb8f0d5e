import type { Page } from 'playwright-core';
import { callApi } from './call-api.ts';
import { onDemo } from './host.ts';

export async function signInAsAdmin(page: Page, password = 'admin123'): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Admin password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin');
}

export async function signInAsStudent(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username' }).fill('student');
  await page.getByLabel('Password', { exact: true }).fill('student123');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

const CREDENTIALS = {
  admin: { password: 'admin123' },
  user: { username: 'student', password: 'student123' },
};

/** A token without the page: for journeys that are about something else. */
export async function tokenFor(
  url: string,
  role: 'admin' | 'user',
): Promise<{ token: string; user: string }> {
  const response = await fetch(`${url}/api/${role}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(CREDENTIALS[role]),
  });
  const answer: { access_token: string; user: unknown } = await response.json();
  return { token: answer.access_token, user: JSON.stringify(answer.user) };
}

export async function arriveSignedIn(page: Page, url: string, role: 'admin' | 'user'): Promise<string> {
  if (onDemo) return arriveInDemo(page, url, role);
  const { token, user } = await tokenFor(url, role);
  await page.addInitScript(
    ([key, who, person]) => {
      localStorage.setItem('token', key ?? '');
      localStorage.setItem('userRole', who ?? '');
      localStorage.setItem('currentUser', person ?? '');
    },
    [token, role, user],
  );
  return token;
}

/** The data is in the page's own browser: it must be there before anyone can sign in to it. */
async function arriveInDemo(page: Page, url: string, role: 'admin' | 'user'): Promise<string> {
  await page.goto('/faq');
  // A session that is put there before the page listens would never be seen.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const call = { method: 'POST', path: `/${role}/login`, body: CREDENTIALS[role] };
  const answer = await callApi<{ access_token: string; user: unknown }>(page, url, call);
  await page.evaluate(
    ([key, who, person]) => {
      localStorage.setItem('token', key ?? '');
      localStorage.setItem('userRole', who ?? '');
      localStorage.setItem('currentUser', person ?? '');
      // As another tab that signs in would: the page takes the session over.
      dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    },
    [answer.access_token, role, JSON.stringify(answer.user)],
  );
  return answer.access_token;
}
