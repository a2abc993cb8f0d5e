import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { signInAsAdmin, signInAsStudent, signOut } from '../kit/browser/sign-in.ts';

const setup = setUpServerAndBrowser();

describe('connection and sign-in', () => {
  it('says that the server is out of reach and from when the figures are, until it answers again', async () => {
    const { page, close } = await setup.visit();
    await signInAsStudent(page);
    await page.getByRole('button', { name: 'Refresh' }).first().waitFor();
    await page.context().setOffline(true);
    const bar = page.getByRole('status').filter({ hasText: /^Not connected since .+ Figures are from .+/ });
    await bar.waitFor();
    // What is on the screen stays readable.
    expect(await page.getByRole('button', { name: 'Logout' }).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await bar.waitFor({ state: 'detached' });
    await close();
  });

  it('moves every tab when one signs out, and brings a mailed link through the sign-in', async () => {
    const { page, close } = await setup.visit();
    await signInAsAdmin(page);
    const other = await page.context().newPage();
    await other.goto('/admin/attendance?tab=register');
    await other.getByRole('heading', { level: 1 }).first().waitFor();
    await signOut(page);
    await other.waitForURL((url) => url.pathname === '/');
    await other.goto('/admin/attendance?tab=register');
    await other.getByLabel('Admin password').fill('admin123');
    await other.getByRole('button', { name: 'Sign In', exact: true }).click();
    await other.waitForURL('**/admin/attendance?tab=register');
    await close();
  });

  it('keeps a half-filled registration when Back is pressed on a phone', async () => {
    const { page, close } = await setup.visit({ viewport: { width: 390, height: 844 } });
    await signInAsAdmin(page);
    await page.goto('/admin?tab=register');
    await page.getByRole('button', { name: 'Register New User' }).click();
    const name = page.getByRole('dialog').getByRole('textbox').first();
    await name.fill('Ada');
    await page.evaluate(() => history.back());
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await name.inputValue()).toBe('Ada');
    expect(new URL(page.url()).pathname).toBe('/admin');
    await close();
  });
});
