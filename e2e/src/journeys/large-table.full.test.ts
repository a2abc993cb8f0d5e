import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, visit } from '../kit/browser/open-browser.ts';
import { waitForData } from '../kit/browser/page-waits.ts';
import { signInDirectly } from '../kit/browser/sign-in.ts';
import { type RunningServer, startServer } from '../kit/server/start-server.ts';

/** Inserts many people into the data folder of a server that is not running. */
async function insertPeople(dataDir: string, count: number): Promise<void> {
  const embedded = await openEmbedded({
    at: { dataDir: join(dataDir, 'demo', 'postgres') },
    // The limit is for requests, and the first statements of a process compile the engine.
    statementTimeoutMs: 0,
  });
  await embedded.pool.query(
    `insert into people (code, name, username, kind, class_section, registered_on)
     select 'BULK' || lpad(n::text, 5, '0'), 'Bulk Person ' || lpad(n::text, 5, '0'), 'bulk' || n, 'student',
            'CS-' || chr(65 + n % 3), current_date
     from generate_series(1, $1::int) n`,
    [count],
  );
  await embedded.close();
}

const PEOPLE = 5000;

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-e2e-'));
  await cp(inject('schoolFolder'), dataDir, { recursive: true });
  await insertPeople(dataDir, PEOPLE);
  server = await startServer({ dataDir });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

describe('a table of 5,000 people', () => {
  it('shows one page, jumps to the last, searches and sorts, each on the server', async () => {
    const { page, problems, close } = await visit(browser, server.url);
    await signInDirectly(page, server.url, 'admin');
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

describe('the classes of an institution', () => {
  it('are added with a slot, given a roster out of five thousand people, changed and deleted', async () => {
    const { page, problems, close } = await visit(browser, server.url);
    await signInDirectly(page, server.url, 'admin');
    await page.goto('/classes');
    await waitForData(page);
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'Add class' }).click();
    await dialog.getByRole('button', { name: 'Save class' }).click();
    await dialog.getByText('Please enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Homeroom B');
    await dialog.getByLabel('Section').fill('HB');
    await dialog.getByLabel('Ends at').fill('08:30');
    await dialog.getByRole('button', { name: 'Save class' }).click();
    await dialog.getByText('The class must end after it starts.').waitFor();
    await dialog.getByLabel('Ends at').fill('10:30');
    await dialog.getByRole('checkbox', { name: 'Saturday' }).check();
    await dialog.getByRole('button', { name: 'Save class' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Students of Homeroom B' }).click();
    await dialog.getByRole('searchbox', { name: 'Find people' }).fill('Bulk Person 04321');
    await dialog.getByRole('checkbox', { name: /BULK04321/ }).check();
    await dialog.getByRole('searchbox', { name: 'Find people' }).fill('Bulk Person 0001');
    await dialog.getByRole('checkbox', { name: /BULK00011/ }).check();
    await dialog.getByText('In this class (2)').click();
    await dialog.getByRole('button', { name: 'Save students' }).click();
    await dialog.waitFor({ state: 'detached' });
    const entry = page.locator('li', { hasText: 'Homeroom B' });
    await entry.getByText(/2 students/).waitFor();

    await page.getByRole('button', { name: 'Take attendance for Homeroom B' }).click();
    await page.getByRole('heading', { level: 1, name: 'Homeroom B' }).waitFor();
    await page.getByText('Bulk Person 04321', { exact: true }).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Delete Homeroom B' }).click();
    await dialog.getByRole('button', { name: 'Delete class' }).click();
    await entry.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await close();
  });
});
