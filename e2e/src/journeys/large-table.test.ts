import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPeople } from '../kit/fill-people.ts';
import { openBrowser, visit } from '../kit/open-browser.ts';
import { arriveSignedIn } from '../kit/sign-in.ts';
import { type RunningServer, startServer } from '../kit/start-server.ts';

const PEOPLE = 5000;

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  const first = await startServer();
  await first.stop();
  await fillPeople(first.dataDir, PEOPLE);
  server = await startServer({ dataDir: first.dataDir });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

describe('a table of 5,000 people', () => {
  it('shows one page, jumps to the last, searches and sorts, each answered by the server', async () => {
    const { page, problems, close } = await visit(browser, server.url);
    await arriveSignedIn(page, server.url, 'admin');
    await page.goto('/admin?tab=users');
    await page.getByText(/1–20 of 5,0\d\d/).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(20);

    const lastPage = Math.ceil((PEOPLE + 72) / 20);
    await page.getByRole('button', { name: String(lastPage), exact: true }).click();
    await page.waitForURL(new RegExp(`page=${lastPage}`));
    await page.locator('[data-stale=false] tbody tr').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(20);

    await page.getByRole('searchbox').fill('Person 04999');
    await page.getByText('1–1 of 1').waitFor();

    await page.getByRole('searchbox').fill('');
    await page.getByText(/1–20 of 5,0\d\d/).waitFor();
    await page.getByRole('button', { name: /^Name/ }).click();
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page.getByText('Aarav Sharma').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
