import type { Page } from 'playwright-core';
import { callApi } from '../server/call-api.ts';
import type { Screen } from './open-screen.ts';

/** Three rows to import: a good one, one whose ID is taken, one without a name. */
const PEOPLE_CSV = [
  'Roll No,Name,Class',
  'Z-1,Zora Zimmer,CS-A',
  'STU001,Someone Else,CS-A',
  'Z-2,,CS-B',
].join('\n');

/** Chooses a file with this content in the page's file input. */
export async function chooseFile(page: Page, name: string, content: Buffer | string): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Makes a backup through the API and downloads it. */
async function makeBackup(page: Page): Promise<Buffer> {
  const target = { url: new URL(page.url()).origin };
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const made = await callApi(target, token, 'POST', '/admin/backup/database', {});
  const { backup_file }: { backup_file: string } = JSON.parse(Buffer.from(made.body).toString());
  return Buffer.from((await callApi(target, token, 'GET', `/admin/download/${backup_file}`)).body);
}

async function chooseBackup(page: Page): Promise<void> {
  await chooseFile(page, 'school.rollcall', await makeBackup(page));
  await page.getByText('File verified').waitFor();
}

/** Answers a search of the audit as a log of many years would: with so many entries, and more to look at. */
const endsAudit = (page: Page, count: number) =>
  page.route('**/api/admin/audit?*', async (route) => {
    const answer: { entries: { id: number; at: string }[] } = await (await route.fetch()).json();
    const searched = { next_before: 1, searched_to: answer.entries.at(-1)?.at ?? null };
    await route.fulfill({ json: { entries: answer.entries.slice(0, count), ...searched } });
  });

/** Backup, restore, import, audit and consent. */
export const DATA_SAFETY_SCREENS: readonly Screen[] = [
  {
    name: 'admin-backup-passphrase',
    path: '/admin?tab=backup',
    as: 'admin',
    act: (page) => page.getByRole('radio', { name: 'Passphrase' }).click(),
  },
  { name: 'admin-restore', path: '/admin?tab=backup&view=restore', as: 'admin' },
  { name: 'admin-restore-read', path: '/admin?tab=backup&view=restore', as: 'admin', act: chooseBackup },
  {
    name: 'admin-restore-refused',
    path: '/admin?tab=backup&view=restore',
    as: 'admin',
    act: async (page) => {
      await chooseFile(page, 'photo.rollcall', 'not a backup');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'admin-schedule', path: '/admin?tab=backup&view=schedule', as: 'admin' },
  { name: 'admin-audit', path: '/admin?tab=backup&view=audit', as: 'admin' },
  { name: 'admin-audit-none', path: '/admin?tab=backup&view=audit&about=zebra', as: 'admin', isState: true },
  {
    name: 'admin-audit-searched',
    path: '/admin?tab=backup&view=audit&about=administrator',
    as: 'admin',
    isState: true,
    prepare: (page) => endsAudit(page, 3),
  },
  {
    name: 'admin-audit-searched-none',
    path: '/admin?tab=backup&view=audit&about=administrator',
    as: 'admin',
    isState: true,
    prepare: (page) => endsAudit(page, 0),
  },
  { name: 'admin-import', path: '/admin?tab=users&action=import', as: 'admin' },
  {
    name: 'admin-import-checked',
    path: '/admin?tab=users&action=import',
    as: 'admin',
    act: async (page) => {
      await chooseFile(page, 'people.csv', PEOPLE_CSV);
      await page.getByRole('button', { name: 'Check file' }).click();
      await page.getByText('1 row can be imported').waitFor();
    },
  },
  { name: 'admin-import-photos', path: '/admin?tab=users&action=import&what=photos', as: 'admin' },
  {
    name: 'user-consent-withdraw',
    path: '/dashboard?tab=profile',
    as: 'user',
    act: async (page) => {
      const agree = page.getByRole('button', { name: 'I agree' });
      const withdraw = page.getByRole('button', { name: 'Withdraw consent' });
      // The first visit has to agree; in later ones the consent is already given.
      await agree.or(withdraw).waitFor();
      if (await agree.isVisible()) await agree.click();
      await withdraw.click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
