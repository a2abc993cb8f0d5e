import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../../kit/browser/journey-setup.ts';
import { visitInNewContext, withHashRoutes } from '../../kit/browser/open-browser.ts';
import { signInAsAdmin, signInAsStudent } from '../../kit/browser/sign-in.ts';
import { typePin } from '../../kit/camera/kiosk-page.ts';
import { onDemo } from '../../kit/server/host.ts';

/** What only the demo does: the product and its data in the visitor's browser. */
describe.runIf(onDemo)('the demo in a browser', () => {
  const setup = setUpServerAndBrowser();

  const openTab = async (context: BrowserContext): Promise<Page> => withHashRoutes(await context.newPage());

  const postNotice = async (page: Page, title: string): Promise<void> => {
    await page.goto('/admin?tab=notices&action=create');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Content').fill('Text.');
    await page.getByRole('button', { name: 'Post notice' }).click();
    await page.locator('article', { hasText: title }).waitFor();
  };

  it('is a kiosk with one click, takes a PIN, stays one through a reload and in another tab, and leads back', async () => {
    const { page, problems, close } = await visitInNewContext(setup.browser, setup.server.url);
    const kiosk = (at: Page) => at.locator('[data-kiosk]').waitFor();
    const open = { name: 'Open a kiosk in this tab' };
    await signInAsAdmin(page);
    await page.goto('/settings/kiosks');
    await page.getByText('No kiosks yet').waitFor();
    await page.getByRole('button', open).click();
    await kiosk(page);
    await page.getByText('number STU001 and PIN 4711', { exact: false }).waitFor();
    await typePin(page, 'STU001', '4711');
    const marked = page.locator('[data-kiosk-answer=marked]');
    await marked.waitFor();
    expect(await marked.innerText()).toContain('Alex M.');
    await page.reload();
    await kiosk(page);
    const other = await openTab(page.context());
    await other.goto('/kiosk');
    await kiosk(other);
    await typePin(other, 'TCH002', '2580');
    await other.locator('[data-kiosk-answer=marked]').waitFor();
    await other.close();

    await page.getByRole('button', { name: 'Leave the kiosk' }).click();
    await page.getByRole('heading', { name: 'Kiosks' }).first().waitFor();
    await page.getByText('Main door').first().waitFor();
    // The same kiosk once more, not a second one.
    await page.getByRole('button', open).click();
    await kiosk(page);
    await page.getByRole('button', { name: 'Menu of this kiosk' }).click();
    await page.locator('[data-kiosk-exit=menu]').getByRole('button', { name: 'Leave the kiosk' }).click();
    await page.getByText('Main door').first().waitFor();
    expect(await page.getByRole('button', { name: 'Health of Main door' }).count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });

  it('opens a kiosk for somebody who is not signed in, and signs nobody in', async () => {
    const { page, problems, close } = await visitInNewContext(setup.browser, setup.server.url);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Open a kiosk in this tab' }).click();
    await page.locator('[data-kiosk]').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.getByRole('button', { name: 'Leave the kiosk' }).click();
    await page.getByRole('button', { name: 'Try as a student' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('shares one database between tabs, keeps it when the host tab closes, prints a report, and is reset', async () => {
    const { page: first, close } = await visitInNewContext(setup.browser, setup.server.url);
    const context = first.context();
    await signInAsAdmin(first);
    const second = await openTab(context);
    await second.goto('/admin?tab=notices');
    await second.locator('article').first().waitFor();
    await postNotice(first, 'Written in the first tab');
    await second.locator('article', { hasText: 'Written in the first tab' }).waitFor();
    await first.close();
    // The browser passes the host lock on a little later; requests before that fail, as with a server that restarts.
    await second.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 0);
    await postNotice(second, 'Written in the second tab');
    await second.close();
    const next = await openTab(context);
    await next.goto('/admin?tab=notices');
    await next.locator('article', { hasText: 'Written in the second tab' }).waitFor();
    await next.locator('article', { hasText: 'Written in the first tab' }).waitFor();

    await next.goto('/admin/attendance?tab=reports');
    const downloading = next.waitForEvent('download');
    await next.getByRole('button', { name: 'PDF' }).first().click();
    const report = await readFile(await (await downloading).path());
    expect(report.subarray(0, 5).toString('latin1')).toBe('%PDF-');

    await next.getByRole('button', { name: 'Appearance and language' }).click();
    await next.getByRole('menuitem', { name: 'Reset demo' }).click();
    await next.getByRole('dialog').getByRole('button', { name: 'Reset demo' }).click();
    await next.getByRole('heading', { name: 'The register that fills itself in.' }).waitFor();
    expect(await next.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await signInAsStudent(next);
    await next.getByRole('tab', { name: 'Notices' }).click();
    await next.locator('article', { hasText: 'Fire drill' }).waitFor();
    expect(await next.locator('article', { hasText: 'Written in' }).count()).toBe(0);
    await close();
  });
});
