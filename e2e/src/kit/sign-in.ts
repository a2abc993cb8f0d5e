import type { Page } from 'playwright-core';

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

/** A token without the page: for journeys that are about something else. */
export async function tokenFor(
  url: string,
  role: 'admin' | 'user',
): Promise<{ token: string; user: string }> {
  const body = role === 'admin' ? { password: 'admin123' } : { username: 'student', password: 'student123' };
  const response = await fetch(`${url}/api/${role}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: { access_token: string; user: unknown } = await response.json();
  return { token: answer.access_token, user: JSON.stringify(answer.user) };
}

export async function arriveSignedIn(page: Page, url: string, role: 'admin' | 'user'): Promise<string> {
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
