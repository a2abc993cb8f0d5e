import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { setUpServerAndBrowser } from '../kit/browser/journey-setup.ts';
import { waitForElementOnce } from '../kit/browser/page-waits.ts';
import { signInDirectly } from '../kit/browser/sign-in.ts';
import { chooseFile } from '../kit/screens/data-safety-screens.ts';

const setup = setUpServerAndBrowser();

const SCHOOL = 'Northfield College';

/** Twenty rows to import: one ID is taken, one name is missing. */
const PEOPLE_CSV = [
  'Roll No,Name,Class',
  ...Array.from({ length: 18 }, (_, at) => `NEW-${at + 1},New Person ${at + 1},CS-C`),
  'STU001,Someone Else,CS-C',
  'NEW-20,,CS-C',
].join('\n');

describe('an administrator', () => {
  it('backs up, imports people, records and withdraws a consent, and restores the backup', async () => {
    const { page, problems, close } = await setup.visit();
    await signInDirectly(page, setup.server.url, 'admin');

    await page.goto('/admin?tab=backup');
    const progress = waitForElementOnce(page, '[role=progressbar]');
    await page.getByRole('button', { name: 'Create backup' }).click();
    await progress;
    const download = page.getByRole('button', { name: /^Download Database backup/ });
    await download.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    const archive = await readFile(await file.path());
    expect(archive.subarray(0, 20).toString('latin1')).toBe('ROLLCALL SEALED FILE');

    await page.goto('/admin?tab=users');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await chooseFile(page, 'people.csv', PEOPLE_CSV);
    await page.getByRole('button', { name: 'Check file' }).click();
    await page.getByText('18 rows can be imported').waitFor();
    const wrong = page.getByRole('table', { name: 'Rows with problems' });
    await wrong.getByRole('row', { name: /^20 .*ID This ID is already in use\.$/ }).waitFor();
    await wrong.getByRole('row', { name: /^21 .*Name The name is missing\.$/ }).waitFor();
    await page.getByRole('radio', { name: 'Skip these rows' }).click();
    await page.getByRole('button', { name: 'Import 18' }).click();
    await page.getByText('18 rows imported').waitFor();
    expect(await page.getByRole('table', { name: 'Passwords' }).getByRole('row').count()).toBe(19);

    // Kept in a file: the page can be left without a question.
    const [slips] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Slips to cut (PDF)' }).click(),
    ]);
    expect(slips.suggestedFilename()).toBe('password-slips.pdf');
    await page.getByText('Password slips saved.').waitFor();
    await page.getByRole('button', { name: 'Show people' }).click();
    await page.getByRole('searchbox').fill('NEW-7');
    await page.getByRole('link', { name: 'New Person 7' }).click();
    await page.getByLabel('Who agreed').fill('Maria, mother');
    await page.getByRole('button', { name: 'Record consent' }).click();
    await page.getByText(/Given by Maria, mother on/).waitFor();
    await page.getByRole('button', { name: 'Withdraw consent' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
    await page.getByText('No consent on record.').waitFor();

    await page.goto('/admin?tab=backup&view=restore');
    await chooseFile(page, 'cut.rollcall', archive.subarray(0, archive.length - 100));
    await page.getByText('This file is incomplete. Its end is missing.').waitFor();
    await chooseFile(page, 'school.rollcall', archive);
    await page.getByText('File verified. Nothing has been changed yet.').waitFor();
    await page.getByLabel(`Type ${SCHOOL} to confirm`).fill(SCHOOL);
    await page.getByRole('button', { name: 'Restore now' }).click();
    await page.getByText('Backup restored').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/admin/login');
    await signInDirectly(page, setup.server.url, 'admin');
    await page.goto('/admin?tab=users&q=NEW-7');
    await page.getByText('No one found').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
