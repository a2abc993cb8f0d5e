import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { onDemo } from '../kit/host.ts';
import { behindHash, visit } from '../kit/open-browser.ts';
import { settle } from '../kit/settle.ts';
import { arriveSignedIn, signInAsAdmin, signInAsStudent } from '../kit/sign-in.ts';
import { openStage } from '../kit/stage.ts';
import { startDemo } from '../kit/start-demo.ts';

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

  it('shows the login at once and the first dashboard soon after', async () => {
    const { page, problems, close } = await stage.visit();
    const began = Date.now();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Fill' }).click();
    const login = Date.now() - began;
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await settle(page);
    const dashboard = Date.now() - began;
    process.stdout.write(`First visit: login in ${login} ms, dashboard in ${dashboard} ms\n`);
    await page.reload();
    const again = Date.now();
    await settle(page);
    process.stdout.write(`Next visit: dashboard in ${Date.now() - again} ms\n`);
    expect(problems).toEqual([]);
    await close();
  });

  it('shares one database between tabs, live, and goes on when the tab that holds it is closed', async () => {
    const { page: first, close } = await stage.visit();
    await signInAsAdmin(first);
    const second = await anotherTab(first.context());
    await second.goto('/admin?tab=notices');
    await second.locator('article').first().waitFor();
    await post(first, 'Written in the first tab');
    await second.locator('article', { hasText: 'Written in the first tab' }).waitFor();
    await first.close();
    await post(second, 'Written in the second tab');
    const third = await anotherTab(second.context());
    await third.goto('/admin?tab=notices');
    await third.locator('article', { hasText: 'Written in the second tab' }).waitFor();
    await third.locator('article', { hasText: 'Written in the first tab' }).waitFor();
    await close();
  });

  it('keeps what was changed when every tab is closed, until it is reset', async () => {
    const { page, close } = await stage.visit();
    await signInAsAdmin(page);
    await post(page, 'Still here tomorrow');
    const context = page.context();
    await page.close();
    const next = await anotherTab(context);
    await next.goto('/admin?tab=notices');
    await next.locator('article', { hasText: 'Still here tomorrow' }).waitFor();

    await next.getByRole('button', { name: 'Appearance and language' }).click();
    await next.getByRole('menuitem', { name: 'Reset demo' }).click();
    await next.getByRole('dialog').getByRole('button', { name: 'Reset demo' }).click();
    await next.getByRole('heading', { name: 'The register that fills itself in.' }).waitFor();
    expect(await next.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await signInAsStudent(next);
    await next.getByRole('tab', { name: 'Notices' }).click();
    await next.locator('article', { hasText: 'Fire drill' }).waitFor();
    expect(await next.locator('article', { hasText: 'Still here tomorrow' }).count()).toBe(0);
    await close();
  });

  it('takes its time like a network, unless it is told not to', async () => {
    const { page, close } = await stage.visit();
    await page.addInitScript(() => localStorage.removeItem('rollcall-demo-delay'));
    await arriveSignedIn(page, stage.server.url, 'user');
    const timed = async () => {
      const began = Date.now();
      await page.getByRole('tab', { name: 'Profile' }).click();
      await page.getByText('STU001').waitFor();
      return Date.now() - began;
    };
    await page.goto('/dashboard');
    await settle(page);
    expect(await timed()).toBeGreaterThanOrEqual(600);
    await page.goto(`${stage.server.url}/?delay=off#/dashboard`);
    await settle(page);
    expect(await page.evaluate(() => localStorage.getItem('rollcall-demo-delay'))).toBe('off');
    await close();
  });

  it('is at home below any path, and every address reaches its page', async () => {
    const below = await startDemo('/schools/northfield/');
    const { page, problems, close } = await visit(stage.browser, below.url);
    await page.goto(`${below.url}/#/profile/STU001`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.goto(`${below.url}/#/login`);
    await page.getByRole('button', { name: 'Fill' }).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`${below.url}/#/profile/STU001?view=calendar`);
    await page.getByRole('heading', { name: 'Alex Morgan' }).waitFor();
    expect(problems).toEqual([]);
    await close();
    await below.remove();
  });
});
