import type { Page } from 'playwright-core';
import type { Screen } from './screens.ts';

const SHEET = ['Roll No,Name,Class', 'Z-1,Zora Zimmer,CS-A', 'STU001,Someone Else,CS-A', 'Z-2,,CS-B'].join(
  '\n',
);

export async function chooseFile(page: Page, name: string, content: Buffer | string): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** A backup of what is there, made behind the page's back. */
export async function archiveOf(page: Page): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
  const made = await page.request.post('/api/admin/backup/database', { headers, data: {} });
  // The contract of that call.
  const { backup_file } = (await made.json()) as { backup_file: string };
  return (await page.request.get(`/api/admin/download/${backup_file}`, { headers })).body();
}

const readArchive = async (page: Page) => {
  await chooseFile(page, 'school.rollcall', await archiveOf(page));
  await page.getByText('The file is whole').waitFor();
};

export const DATA_SAFETY_SCREENS: readonly Screen[] = [
  {
    name: 'admin-backup-passphrase',
    path: '/admin?tab=backup',
    as: 'admin',
    act: (page) => page.getByRole('radio', { name: 'Passphrase' }).click(),
  },
  { name: 'admin-restore', path: '/admin?tab=backup&view=restore', as: 'admin' },
  { name: 'admin-restore-read', path: '/admin?tab=backup&view=restore', as: 'admin', act: readArchive },
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
  { name: 'admin-audit-none', path: '/admin?tab=backup&view=audit&about=zebra', as: 'admin' },
  { name: 'admin-import', path: '/admin?tab=users&action=import', as: 'admin' },
  {
    name: 'admin-import-checked',
    path: '/admin?tab=users&action=import',
    as: 'admin',
    act: async (page) => {
      await chooseFile(page, 'people.csv', SHEET);
      await page.getByRole('button', { name: 'Check the file' }).click();
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
      // The first of several visits agrees; the others find it so.
      await agree.or(withdraw).waitFor();
      if (await agree.isVisible()) await agree.click();
      await withdraw.click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
