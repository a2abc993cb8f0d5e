import { describe, expect, it } from 'vitest';
import { callApi } from '../kit/call-api.ts';
import { onDemo } from '../kit/host.ts';
import { signInAsStudent } from '../kit/sign-in.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();

describe('a visitor', () => {
  it('reads home, scrolls to the features and finds answers in the FAQ', async () => {
    const { page, problems, close } = await stage.visit();
    await page.goto('/');
    await page.getByRole('heading', { name: 'The register that fills itself in.' }).waitFor();
    await page.getByRole('button', { name: 'Learn More' }).click();
    await page.waitForFunction(
      () => (document.getElementById('features')?.getBoundingClientRect().top ?? 999) < 200,
    );
    await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).click();
    await page.getByPlaceholder('Search the questions').fill('password');
    await page.waitForURL(/q=password/);
    await page.getByRole('button', { name: 'I forgot my password. What now?' }).click();
    await page.getByText('Ask your administrator').waitFor();
    await page.reload();
    expect(await page.getByPlaceholder('Search the questions').inputValue()).toBe('password');
    expect(problems).toEqual([]);
    await close();
  });

  it('dismisses the banner for good; the page moves by 80 px', async () => {
    const { page, close } = await stage.visit();
    await page.goto('/');
    await page.getByText('This is a demo.').waitFor();
    const padding = () => page.evaluate(() => getComputedStyle(document.body).paddingTop);
    expect(await padding()).toBe('80px');
    await page.getByRole('button', { name: 'Dismiss this notice' }).click();
    expect(await padding()).toBe('0px');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('This is a demo.').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('backend-notification-dismissed'))).toBe('true');
    await close();
  });

  it('signs in wrong, then right, then out; guards send everyone to the right door', async () => {
    const { page, close } = await stage.visit();
    await page.goto('/dashboard');
    await page.waitForURL('**/login');
    await page.goto('/admin');
    await page.waitForURL('**/admin/login');
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Username' }).fill('student');
    await page.getByLabel('Password', { exact: true }).fill('not-it');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Invalid credentials. Please try again.').waitFor();
    await page.getByRole('button', { name: 'Fill' }).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto('/admin');
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(
      await page.evaluate(() => ['token', 'userRole', 'currentUser'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null]);
    await close();
  });

  it('is handed over to the login when the session has ended elsewhere', async () => {
    const { page, close } = await stage.visit();
    await signInAsStudent(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await callApi(page, stage.server.url, { method: 'POST', path: '/logout', token });
    // The stream of events may notice before the click does.
    await page
      .getByRole('button', { name: 'Refresh' })
      .first()
      .click({ timeout: 3000 })
      .catch(() => undefined);
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await close();
  });

  it('chooses dark and German once, and finds both again', async () => {
    const { page, close } = await stage.visit();
    await page.goto('/');
    await page.getByRole('button', { name: 'Appearance and language' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Das Klassenbuch, das sich selbst führt.' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Das Klassenbuch, das sich selbst führt.' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(18, 22, 28)',
    );
    await close();
  });

  it('is told when the server goes away, and goes on when it is back', async ({ skip }) => {
    skip(onDemo, 'In the demo there is no server that could go away.');
    const { page, close } = await stage.visit();
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
    await page.unroute('**/api/**');
    await page.getByRole('heading', { name: 'The register that fills itself in.' }).waitFor();
    await close();
  });
});
