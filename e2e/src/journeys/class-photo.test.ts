import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Caller,
  CLASSMATES,
  caller,
  classPictures,
  openClassOfFour,
  PASSWORD,
  waitForEngine,
} from '../kit/class-of-four.ts';
import { createFakeCamera, type FakeCamera } from '../kit/fake-camera.ts';
import { openBrowserWithCamera, visit } from '../kit/open-browser.ts';
import { clockAt, schoolDay } from '../kit/school-day.ts';
import { settle } from '../kit/settle.ts';
import { arriveSignedIn, tokenFor } from '../kit/sign-in.ts';
import { type RunningServer, startServer } from '../kit/start-server.ts';

let server: RunningServer;
let browser: Browser;
let camera: FakeCamera;
let admin: Caller;
let pictures: Awaited<ReturnType<typeof classPictures>>;
let classId = 0;

beforeAll(async () => {
  server = await startServer(clockAt(schoolDay()));
  pictures = await classPictures();
  camera = await createFakeCamera([{ jpeg: await pictures.forCamera(), seconds: 1 }]);
  browser = await openBrowserWithCamera(camera.flags);
  admin = caller(server.url, (await tokenFor(server.url, 'admin')).token);
  await waitForEngine(server.url);
  await admin('POST', '/admin/face-settings', { liveness: 'off' });
  classId = await openClassOfFour(admin);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await camera?.remove();
});

async function openAsAdmin(path: string) {
  const visitor = await visit(browser, server.url);
  await arriveSignedIn(visitor.page, server.url, 'admin');
  await visitor.page.goto(path);
  await settle(visitor.page);
  return visitor;
}

const openSheet = () => openAsAdmin(`/admin?class=${classId}&action=attendance`);

/** The two figures of the dashboard that move when somebody arrives. */
async function presentAndAbsent(page: Page): Promise<[number, number]> {
  const figure = async (label: string) =>
    Number(
      await page.getByText(label, { exact: true }).locator('xpath=following-sibling::span[1]').innerText(),
    );
  return [await figure('Present Today'), await figure('Absent Today')];
}

const upload = (page: Page, photo: Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'class.jpg', mimeType: 'image/jpeg', buffer: photo });
const row = (page: Page, name: string) => page.locator('li', { hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'Save attendance' });
/** Everyone of the class who is in today's list of attendance, once per row. */
const markedToday = async () => {
  const { attendance } = await admin<{ attendance: { Roll: string }[] }>('GET', '/attendance');
  return attendance
    .map(({ Roll }) => Roll)
    .filter((id) => id.startsWith('CLS-'))
    .sort();
};
const FOUR = CLASSMATES.map(({ id }) => id).sort();

describe('the attendance of a class', () => {
  it('is taken with one photo: four people on it are named and marked, however often it is saved', async () => {
    const { page, problems, close } = await openSheet();
    const second = await openSheet();
    await upload(page, pictures.group);
    await page.getByText('4 faces found, 4 named.').waitFor();
    for (const { name } of CLASSMATES) {
      await row(page, name)
        .getByText(/in the photo/)
        .waitFor();
      await page.locator('[data-face-of]', { hasText: name }).waitFor();
    }
    expect(await markedToday()).toEqual([]); // a photo proposes, a person saves
    await page.getByText('1 student was not looked for').waitFor();
    await page.getByRole('button', { name: 'Mark the rest absent' }).click();
    await save(page).click();
    await page.getByText('Class attendance saved successfully!').waitFor();
    await page.getByText('4 of 5 present').waitFor();
    expect(await markedToday()).toEqual(FOUR);

    // The second tab heard of it without a reload, and has nothing left to save.
    await row(second.page, CLASSMATES[0]?.name ?? '')
      .getByText(/saved, by photo/)
      .waitFor();
    expect(await save(second.page).isDisabled()).toBe(true);
    // What a retry or a double tap would send: the same sheet once more, on top of the state it was opened with.
    const again = await admin<{ changed: number }>('PUT', `/admin/classes/${classId}/attendance`, {
      revision: 0,
      marks: FOUR.map((user_id) => ({ user_id, status: 'present' })),
    });
    expect(again.changed).toBe(0);
    expect(await markedToday()).toEqual(FOUR);

    await page.reload();
    await row(page, 'Nils Noface')
      .getByText(/Absent, saved, by hand/)
      .waitFor();
    await row(page, 'Nils Noface').getByRole('radio', { name: 'Excused' }).check();
    await save(page).click();
    await row(page, 'Nils Noface')
      .getByText(/Excused, saved, by hand/)
      .waitFor();
    expect([...problems, ...second.problems]).toEqual([]);
    await second.close();
    await close();
  });

  it('names nobody whom nobody enrolled', async () => {
    const { page, close } = await openSheet();
    await upload(page, await pictures.withStranger());
    await page.getByText('5 faces found, 4 named.').waitFor();
    await page.getByText('1 face belongs to nobody on the roster.').waitFor();
    await close();
  });

  it('is taken with the camera as well', async () => {
    const { page, problems, close } = await openSheet();
    await page.getByText('Camera', { exact: true }).click();
    await page.getByRole('button', { name: 'Look at the class' }).click();
    await page.getByText(/^4 faces found/).waitFor();
    expect(await page.locator('video').count()).toBe(0); // the camera is released with the picture
    expect(problems).toEqual([]);
    await close();
  });

  it('follows a student who checks in meanwhile, and so does a dashboard that stays open', async () => {
    const [first] = CLASSMATES;
    await admin('PUT', `/admin/classes/${classId}/attendance`, await called('absent'));
    const { page, close } = await openSheet();
    const { page: dashboard } = await openAsAdmin('/dashboard');
    const figures = await presentAndAbsent(dashboard);
    // Gone after a reload: the dashboard is to hear of it, not to be called anew.
    await dashboard.evaluate(() => Object.assign(window, { neverLeft: true }));
    await row(page, first?.name ?? '')
      .getByText(/Absent, saved/)
      .waitFor();
    const { access_token } = await fetch(`${server.url}/api/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: first?.username, password: PASSWORD }),
    }).then((response) => response.json());
    const student = caller(server.url, access_token);
    const marked = await student<{ success: boolean; message: string }>(
      'POST',
      '/user/mark-attendance-with-image',
      { image: await pictures.probe(0) },
    );
    expect(marked.message).toMatch(/./);
    expect(marked.success).toBe(true);
    await row(page, first?.name ?? '')
      .getByText(/after the sheet was saved/)
      .waitFor();
    // On top of those who arrived, though others came before.
    const arrivals = dashboard
      .locator('section')
      .filter({ has: dashboard.getByRole('heading', { name: 'Arrived today' }) });
    await arrivals
      .getByRole('listitem')
      .first()
      .getByText(first?.name ?? '')
      .waitFor();
    await expect
      .poll(() => presentAndAbsent(dashboard), { timeout: 10_000 })
      .toEqual([figures[0] + 1, figures[1] - 1]);
    expect(await dashboard.evaluate(() => 'neverLeft' in window)).toBe(true);
    await dashboard.context().close();
    await close();
  });

  it('never names whoever took consent back, or never gave it where it is asked for', async () => {
    const settings = await admin<Record<string, unknown>>('GET', '/admin/privacy-settings');
    await admin('PUT', '/admin/privacy-settings', { ...settings, consent_required: true });
    const [withdrawn, silent, ...agreed] = CLASSMATES;
    for (const { id } of [withdrawn, ...agreed].filter((each) => each !== undefined))
      await admin('POST', `/admin/users/${id}/consent`, { given_by: 'A parent' });
    await admin('DELETE', `/admin/users/${withdrawn?.id}/consent`);
    const { page, close } = await openSheet();
    await upload(page, pictures.group);
    await page.getByText('4 faces found, 2 named.').waitFor();
    await page.getByText('3 students were not looked for').click();
    await page.getByText(`${silent?.name} (${silent?.id}): No consent to face recognition`).waitFor();
    await page.getByText(`${withdrawn?.name} (${withdrawn?.id}): No face data`).waitFor();
    for (const name of [withdrawn?.name, silent?.name])
      expect(await page.locator('[data-face-of]', { hasText: name ?? '' }).count()).toBe(0);
    await close();
  });
});

/** A sheet that says one thing of the first classmate. */
async function called(status: string) {
  const { revision } = await admin<{ revision: number }>('POST', '/attendance/start', { class_id: classId });
  return { revision, marks: [{ user_id: CLASSMATES[0]?.id, status }] };
}
