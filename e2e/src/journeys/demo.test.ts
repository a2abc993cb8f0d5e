import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onDemo } from '../kit/host.ts';
import { behindHash, type Visitor, visitAfresh } from '../kit/open-browser.ts';
import { settle } from '../kit/settle.ts';
import { signInAsAdmin, signInAsStudent } from '../kit/sign-in.ts';
import { openStage } from '../kit/stage.ts';
import { startDemo } from '../kit/start-demo.ts';
import type { RunningServer } from '../kit/start-server.ts';

/** What only the demo does: the product in the visitor's browser, and the data with it. */
describe.runIf(onDemo)('the demo in a browser', () => {
  const stage = openStage();

  const anotherTab = async (context: BrowserContext): Promise<Page> => behindHash(await context.newPage());

  const post = async (page: Page, title: string): Promise<void> => {
    await page.goto('/admin?tab=notices&action=create');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Content').fill('Text.');
    await page.getByRole('button', { name: 'Post notice' }).click();
    await page.locator('article', { hasText: title }).waitFor();
  };

  /** A browser that has never been here, and the demo below a path of its own, as most static hosts serve it. */
  describe('on a first visit', () => {
    let below: RunningServer;
    let visitor: Visitor;
    beforeAll(async () => {
      below = await startDemo('/schools/northfield/');
      visitor = await visitAfresh(stage.browser, below.url);
    });
    afterAll(async () => {
      await visitor?.close();
      await below?.remove();
    });

    it('shows the login at once and the first dashboard soon after', async () => {
      const { page, problems } = visitor;
      const began = Date.now();
      await page.goto(`${below.url}/#/login`);
      await page.getByRole('button', { name: 'Fill' }).click();
      const login = Date.now() - began;
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL('**/dashboard');
      await settle(page);
      const dashboard = Date.now() - began;
      process.stdout.write(`First visit: login in ${login} ms, dashboard in ${dashboard} ms\n`);
      expect(problems).toEqual([]);
    });

    it('takes its time like a network', async () => {
      const { page } = visitor;
      await page.addInitScript(() => localStorage.removeItem('rollcall-demo-delay'));
      await page.reload();
      await settle(page);
      const began = Date.now();
      await page.getByRole('tab', { name: 'Profile' }).click();
      await page.getByText('STU001').waitFor();
      expect(Date.now() - began).toBeGreaterThanOrEqual(600);
    });

    it('hurries when it is told to, and is at home at every address below any path', async () => {
      const { page, problems } = visitor;
      await page.goto(`${below.url}/?delay=off#/profile/STU001?view=calendar`);
      await page.getByRole('heading', { name: 'Alex Morgan' }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('rollcall-demo-delay'))).toBe('off');
      expect(problems).toEqual([]);
    });
  });

  it('shares one database between tabs, outlives the one that holds it, prints a report, and is reset', async () => {
    const { page: first, close } = await visitAfresh(stage.browser, stage.server.url);
    const context = first.context();
    await signInAsAdmin(first);
    const second = await anotherTab(context);
    await second.goto('/admin?tab=notices');
    await second.locator('article').first().waitFor();
    await post(first, 'Written in the first tab');
    await second.locator('article', { hasText: 'Written in the first tab' }).waitFor();
    await first.close();
    // The browser hands the database on in its own time; what is sent before is lost, as with a server that stops.
    await second.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 0);
    await post(second, 'Written in the second tab');
    await second.close();
    const next = await anotherTab(context);
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
