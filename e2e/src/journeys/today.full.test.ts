import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { signInAsAdmin } from '../kit/browser/sign-in.ts';

const setup = setUpServerAndBrowser();

describe('the office works off the list of today', () => {
  it('marks people here, late and excused with a reason, takes one back, and has a list to print', async () => {
    const { page, problems, close } = await setup.visit();
    await signInAsAdmin(page);
    await page.goto('/today');
    const rows = page.locator('[data-today-row]');
    await rows.nth(2).waitFor();
    const names = (await rows.getByRole('link').allInnerTexts()).slice(0, 3);
    const [first = '', second = '', third = ''] = names;
    const row = (name: string) => rows.filter({ has: page.getByRole('link', { name, exact: true }) });

    await row(first).getByRole('button', { name: 'Here' }).click();
    // After the grace period the same tap is late.
    await page.getByText(new RegExp(`^${first} is (here|late)`)).waitFor();
    await row(first).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('Undone.').waitFor();
    await row(first).waitFor();

    await row(second).getByRole('button', { name: 'Late' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    // The message; the title of the dialog, which may still be closing, begins alike.
    await page.getByText(new RegExp(`^${second} is late, \\d`)).waitFor();

    await row(third).getByRole('button', { name: 'Excused' }).click();
    const dialog = page.getByRole('dialog');
    // What was typed is not lost by Escape.
    await dialog.getByLabel('Reason').fill('At the dentist');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${third} is excused.`).waitFor();

    // The same after a reload, and in the list of everybody.
    for (const [name, status] of [
      [second, 'Late'],
      [third, 'Excused'],
    ] as const) {
      await page.goto(`/today?show=all&q=${encodeURIComponent(name)}`);
      await row(name).getByText(status, { exact: true }).first().waitFor();
    }
    await page.goto('/today');
    await row(first).waitFor();
    expect(await page.getByRole('button', { name: 'Print list' }).isVisible()).toBe(true);
    // On paper: the list without buttons.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Here' }).first().isVisible()).toBe(false);
    const printed = page.locator('td').filter({ hasText: first, visible: true });
    expect(await printed.count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });
});
