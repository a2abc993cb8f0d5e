import { describe, expect, it } from 'vitest';
import { fillDate } from '../kit/browser/date-fields.ts';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { signInAsAdmin, signInDirectly } from '../kit/browser/sign-in.ts';

const setup = setUpServerAndBrowser();

describe('an administrator', () => {
  it('creates and deletes a notice', async () => {
    const { page, problems, close } = await setup.visit();
    await signInAsAdmin(page);
    await page.goto('/admin?tab=notices&action=create');
    await page.getByLabel('Title').fill('Sports day');
    await page.getByLabel('Content').fill('Bring water.');
    await page.getByRole('button', { name: 'Post notice' }).click();
    const card = page.locator('article', { hasText: 'Sports day' });
    await card.waitFor();
    await card.getByRole('button', { name: 'Delete notice' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Delete notice' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete notice' }).click();
    await page.getByText('Notice deleted successfully!').waitFor();
    await card.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await close();
  });

  it('registers, edits, resets and deletes a user by keyboard and mouse', async () => {
    const { page, problems, close } = await setup.visit();
    await signInDirectly(page, setup.server.url, 'admin');
    await page.goto('/admin');
    const opener = page.getByRole('button', { name: 'Register New User' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);

    await opener.click();
    const longName = 'Maximiliana Alexandrina Theodora von Hohenstein-Wolfenbüttel';
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(longName);
    await dialog.getByRole('textbox', { name: 'User ID' }).fill('LONG-60');
    await dialog.getByRole('textbox', { name: 'Username' }).fill('maximiliana');
    await dialog.locator('input[type=password]').fill('secret123');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('radio', { name: 'No one yet' }).check();
    await dialog.getByRole('button', { name: 'Continue without a face' }).click();
    await dialog.getByRole('button', { name: 'Complete Registration' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('tab', { name: 'Manage Users' }).click();
    await page.getByRole('searchbox').fill('LONG-60');
    await page.getByRole('button', { name: `Edit ${longName}` }).click();
    await dialog.getByLabel('Class/Section').fill('CS-B');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('User updated successfully!').waitFor();
    const choose = async (action: string) => {
      await page.getByRole('button', { name: `More actions for ${longName}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose(`Reset password of ${longName}`);
    await dialog.locator('input[type=password]').fill('other-secret');
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    await page.getByText('Password updated successfully!').waitFor();
    await page.getByRole('link', { name: longName }).click();
    await page.getByRole('heading', { name: longName }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await choose(`Delete ${longName}`);
    await dialog.getByText('cannot be undone').waitFor();
    await dialog.getByRole('button', { name: 'Delete person' }).click();
    await page.getByText('User deleted successfully!').waitFor();
    await page.getByText('No one found').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('saves settings and sees them after a reload', async () => {
    const { page, close } = await setup.visit();
    await signInDirectly(page, setup.server.url, 'admin');
    await page.goto('/dashboard?tab=management');
    await page.getByLabel('Grace period (minutes)').fill('12');
    await page.getByRole('button', { name: 'Save time settings' }).click();
    await page.getByText('Time settings saved successfully!').waitFor();
    await page.getByLabel('Subject').fill('Networks');
    await page.getByRole('button', { name: 'Save configuration' }).click();
    await page.getByText('Class configuration saved successfully!').waitFor();
    await page.reload();
    await page.getByLabel('Subject').waitFor();
    expect(await page.getByLabel('Grace period (minutes)').inputValue()).toBe('12');
    expect(await page.getByLabel('Subject').inputValue()).toBe('Networks');
    await close();
  });

  it('filters analytics by range and date, and keeps the filter in the address', async () => {
    const { page, close } = await setup.visit();
    await signInDirectly(page, setup.server.url, 'admin');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Date range' }).click();
    await page.getByRole('option', { name: 'Last 3 months' }).click();
    await dialog.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('5%', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/range=last3months/);
    expect(page.url()).toContain('min=5');
    await page.goto('/admin?tab=analytics');
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByText('Please select both start and end dates').waitFor();
    const day = await page.evaluate(() => new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10));
    await fillDate(page, 'From', day);
    await fillDate(page, 'To', day);
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.waitForURL(new RegExp(`from=${day}`));
    await close();
  });

  it('exports a CSV of all dates and downloads it', async () => {
    const { page, close } = await setup.visit();
    await signInDirectly(page, setup.server.url, 'admin');
    await page.goto('/admin?tab=backup');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('Export ready').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /Download CSV export/ })
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await close();
  });
});
