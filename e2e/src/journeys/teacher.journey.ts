import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Visitor, visit } from '../kit/browser/open-browser.ts';
import { fillNewPassword, signInAsAdmin, signOut } from '../kit/browser/sign-in.ts';
import { addVirtualAuthenticator } from '../kit/browser/virtual-authenticator.ts';
import { type ApiClient, callApi } from '../kit/server/call-api.ts';
import { CLASSMATES, createClass } from '../kit/server/fixture-class.ts';
import { namedUrl, type RunningServer } from '../kit/server/start-server.ts';

export interface TeacherContext {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly admin: ApiClient;
  /** A class that the teacher does not teach. */
  readonly foreignClass: number;
  /** A photo of the classmates. */
  readonly photo: Buffer;
}

const CLASS = 'Portraits';
const PASSWORD = 'copper lantern thirty';

/** From the invitation of a teacher to the first class, step by step: each journey goes on where the one before ended. */
export function teacherJourney(context: () => TeacherContext): void {
  let owner: Visitor;
  let administrator: Visitor;
  let teacher: Visitor;
  beforeAll(async () => {
    const { admin, browser, server } = context();
    await createClass(
      admin,
      { name: CLASS, section: 'PORTRAITS' },
      CLASSMATES.map(({ id }) => id),
    );
    const open = () => visit(browser, namedUrl(server));
    [owner, administrator, teacher] = await Promise.all([open(), open(), open()]);
    await addVirtualAuthenticator(teacher.page);
  });
  afterAll(() => Promise.all([owner?.close(), administrator?.close(), teacher?.close()]));

  /** Invites somebody on the page of the accounts, and returns the link that it shows. */
  async function invite(page: Page, name: string, role: string): Promise<string> {
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByRole('textbox', { name: 'Username' }).fill(name.toLowerCase());
    await dialog.getByRole('radio', { name: role, exact: true }).check();
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor();
    const link = await dialog.getByText('#token=').innerText();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    return link;
  }

  /** Chooses the password on the page of an invitation. */
  async function choosePassword(page: Page, password: string): Promise<void> {
    await page.getByRole('heading', { name: 'Welcome to Rollcall' }).waitFor();
    await fillNewPassword(page, password);
    await page.getByRole('button', { name: 'Start' }).click();
  }

  describe('a teacher', () => {
    it('is invited by the owner, and sees the class that an invited administrator assigns', async () => {
      await signInAsAdmin(owner.page);
      await owner.page.goto('/admin/accounts');
      const ada = await invite(owner.page, 'Ada', 'Administrator');
      const tom = await invite(owner.page, 'Tom', 'Teacher');

      await administrator.page.goto(ada);
      await choosePassword(administrator.page, 'password123');
      await administrator.page.locator('input[aria-invalid=true]').waitFor(); // too easy to guess
      await choosePassword(administrator.page, PASSWORD);
      await administrator.page.waitForURL('**/admin');
      await teacher.page.goto(tom);
      await choosePassword(teacher.page, PASSWORD);
      await teacher.page.waitForURL('**/teacher');
      await teacher.page.getByText('You have no classes yet').waitFor();
      await teacher.page.getByRole('img', { name: 'Live', exact: true }).waitFor();

      await signOut(owner.page);
      await owner.page.goto(tom);
      await owner.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      // With a second administrator the door asks for a username as well.
      await owner.page.goto('/admin/login');
      await owner.page.getByRole('textbox', { name: 'Username' }).waitFor();

      const { page } = administrator;
      await page.goto('/classes');
      await page.getByRole('button', { name: `Teachers of ${CLASS}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Add a teacher' }).fill('Tom');
      await page.getByRole('option', { name: /^Tom / }).click();
      await dialog.getByRole('button', { name: 'Save teachers' }).click();
      await dialog.waitFor({ state: 'detached' });
      // Without a reload.
      await teacher.page.getByRole('article', { name: CLASS }).waitFor();
    });

    it('signs in with a passkey alone, and takes the class by photo', async () => {
      const { page } = teacher;
      await page.goto('/account');
      await page.getByRole('button', { name: 'Add passkey' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Staff room laptop');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('I have saved them').check();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Remove the passkey Staff room laptop' }).waitFor();
      await signOut(page);

      // The page suggests the passkey by itself; nothing is typed or clicked.
      await page.goto('/login');
      await page.waitForURL('**/teacher');
      await page.getByRole('button', { name: `Take attendance for ${CLASS} by photo` }).click();
      await page.locator('[data-camera=ready]').waitFor();
      await page.getByText('Upload a photo', { exact: true }).click();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'class.jpg', mimeType: 'image/jpeg', buffer: context().photo });
      await page.getByText('4 faces found, 4 recognized.').waitFor();
      await page.getByRole('button', { name: 'Save attendance' }).click();
      await page.getByText('Class attendance saved successfully!').waitFor();
      await page.getByRole('button', { name: 'Back to classes' }).click();
      const card = page.getByRole('article', { name: CLASS });
      await card.getByText('4 of 4 present').waitFor();
      await card.getByText('Taken', { exact: true }).waitFor();

      await page.goto('/account');
      const here = page.getByRole('listitem').filter({ has: page.getByText('This device') });
      await here.getByText('with a passkey').waitFor();
    });

    it('cannot open another class, nor a page of the administrators', async () => {
      const { foreignClass, server } = context();
      const { page } = teacher;
      await page.goto(`/teacher?class=${foreignClass}`);
      await page.getByText('This class does not exist').first().waitFor();
      for (const path of [
        `/admin?class=${foreignClass}&action=attendance`,
        '/admin/accounts',
        '/dashboard?tab=management',
      ]) {
        await page.goto(path);
        await page.waitForURL('**/teacher');
      }

      const token = await page.evaluate(() => localStorage.getItem('token'));
      const statusOf = async (method: string, path: string, body?: unknown) =>
        (await callApi(server, token, method, path, body)).status;
      const ofClass = `/admin/classes/${foreignClass}`;
      const marks = [{ user_id: CLASSMATES[0]?.id, status: 'absent' }];
      expect(await statusOf('POST', '/attendance/start', { class_id: foreignClass })).toBe(404);
      expect(await statusOf('GET', `${ofClass}/roster`)).toBe(404);
      expect(await statusOf('GET', `${ofClass}/attendance`)).toBe(404);
      expect(await statusOf('PUT', `${ofClass}/attendance`, { revision: 0, marks })).toBe(404);
      expect(await statusOf('PUT', `${ofClass}/roster`, { user_ids: [] })).toBe(403);
      expect(await statusOf('PUT', `${ofClass}/teachers`, { teachers: [] })).toBe(403);
      expect([...owner.problems, ...administrator.problems, ...teacher.problems]).toEqual([]);
    });
  });
}
