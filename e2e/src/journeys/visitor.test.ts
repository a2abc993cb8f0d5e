import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { fastForwardUntil } from '../kit/browser/page-waits.ts';
import { signInAsStudent } from '../kit/browser/sign-in.ts';
import { createApiClient } from '../kit/server/call-api.ts';
import { onDemo } from '../kit/server/host.ts';

const setup = setUpServerAndBrowser();

describe('a visitor', () => {
  it('reads home, scrolls to the features and finds answers in the FAQ', async () => {
    const { page, problems, close } = await setup.visit();
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
    await page.getByText('If the sign-in page shows').waitFor();
    await page.reload();
    expect(await page.getByPlaceholder('Search the questions').inputValue()).toBe('password');
    expect(problems).toEqual([]);
    await close();
  });

  it('dismisses the banner permanently, and the page moves up by 80 px', async () => {
    const { page, close } = await setup.visit();
    await page.goto('/');
    await page.getByText('This is a demo.').waitFor();
    const padding = () => page.evaluate(() => getComputedStyle(document.body).paddingTop);
    expect(await padding()).toBe('80px');
    await page.getByRole('button', { name: 'Hide this message' }).click();
    // The click starts the app.
    await expect.poll(padding).toBe('0px');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    // In the document it is hidden, until the app takes it out.
    expect(await page.getByText('This is a demo.').isVisible()).toBe(false);
    expect(await padding()).toBe('0px');
    expect(await page.evaluate(() => localStorage.getItem('backend-notification-dismissed'))).toBe('true');
    await close();
  });

  it('is redirected to the login of each area, signs in after a wrong password, and signs out', async () => {
    const { page, close } = await setup.visit();
    await page.goto('/dashboard');
    await page.waitForURL(/\/login(\?|$)/);
    await page.goto('/admin');
    await page.waitForURL(/\/admin\/login(\?|$)/);
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

  it('is redirected to the login when the session was ended elsewhere', async () => {
    const { page, close } = await setup.visit();
    await signInAsStudent(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await createApiClient({ url: setup.server.url, page }, token)('POST', '/logout');
    // The event stream may notice it before the click.
    const action = page.getByRole('button', { name: 'Refresh' }).first().click();
    action.catch(() => undefined);
    await page.waitForURL(/\/login(\?|$)/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await close();
  });

  it('chooses dark and German, and both are kept after a reload', async () => {
    const { page, close } = await setup.visit();
    await page.goto('/');
    await page.getByRole('button', { name: 'Appearance and language' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Die Anwesenheitsliste, die sich selbst führt.' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Die Anwesenheitsliste, die sich selbst führt.' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(18, 22, 28)',
    );
    await close();
  });

  it('sees an error page while the server is unreachable, and the login when it is back', async ({
    skip,
  }) => {
    skip(onDemo, 'The demo has no server.');
    const { page, close } = await setup.visit();
    await page.clock.install();
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/admin/login');
    await fastForwardUntil(page, page.getByRole('heading', { name: 'The server cannot be reached' }));
    await page.unroute('**/api/**');
    await fastForwardUntil(page, page.getByRole('heading', { name: 'Administrator sign-in' }));
    await close();
  });

  it('signs in on a login page that was loaded while the server did not answer, and is told why not', async ({
    skip,
  }) => {
    skip(onDemo, 'The demo has no server.');
    const { page, close } = await setup.visit();
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Username' }).fill('student');
    await page.getByRole('textbox', { name: 'Password' }).fill('student123');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    await page.getByText(/^Not connected since/).waitFor();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await close();
  });
});
