import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserWithCamera, visit } from '../kit/browser/open-browser.ts';
import { waitForData } from '../kit/browser/page-waits.ts';
import { signInByApi, signInDirectly } from '../kit/browser/sign-in.ts';
import { createFakeCamera, type FakeCamera } from '../kit/camera/fake-camera.ts';
import { type ApiClient, createApiClient } from '../kit/server/call-api.ts';
import { CLASSMATES, createFixtureClass, openClassPhotos, PASSWORD } from '../kit/server/fixture-class.ts';
import {
  clockAt,
  type RunningServer,
  schoolDay,
  startServer,
  waitForFaceEngine,
} from '../kit/server/start-server.ts';
import { teacherJourney } from './teacher.journey.ts';

let server: RunningServer;
let browser: Browser;
let camera: FakeCamera;
let admin: ApiClient;
let photos: Awaited<ReturnType<typeof openClassPhotos>>;
let classId = 0;

beforeAll(async () => {
  server = await startServer(clockAt(schoolDay()));
  photos = await openClassPhotos();
  camera = await createFakeCamera([{ jpeg: await photos.forCamera(), seconds: 1 }]);
  browser = await openBrowserWithCamera(camera.flags);
  const { token } = await signInByApi(server, 'admin');
  admin = createApiClient(server, token);
  await waitForFaceEngine(server.url);
  await admin('POST', '/admin/face-settings', { liveness: 'off' });
  classId = await createFixtureClass(admin);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await camera?.remove();
});

async function openAsAdmin(path: string) {
  const visitor = await visit(browser, server.url);
  await signInDirectly(visitor.page, server.url, 'admin');
  await visitor.page.goto(path);
  await waitForData(visitor.page);
  return visitor;
}

const openSheet = () => openAsAdmin(`/admin?class=${classId}&action=attendance`);

/** The two figures of the dashboard that change when somebody arrives. */
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
/** IDs of the class in today's attendance list, one per row. */
const markedToday = async () => {
  const { attendance } = await admin<{ attendance: { Roll: string }[] }>('GET', '/attendance');
  return attendance
    .map(({ Roll }) => Roll)
    .filter((id) => id.startsWith('CLS-'))
    .sort();
};
const FOUR = CLASSMATES.map(({ id }) => id).sort();

describe('the attendance of a class', () => {
  it('is taken from one photo: its four people are named and marked once, however often it is saved', async () => {
    const { page, problems, close } = await openSheet();
    const second = await openSheet();
    await upload(page, photos.group);
    await page.getByText('4 faces found, 4 recognized.').waitFor();
    for (const { name } of CLASSMATES) {
      await row(page, name)
        .getByText(/in the photo/)
        .waitFor();
      await page.locator('[data-face-of]', { hasText: name }).waitFor();
    }
    expect(await markedToday()).toEqual([]); // a photo only proposes; nothing is saved yet
    await page.getByText('1 student was skipped').waitFor();
    await page.getByRole('button', { name: 'Mark the rest absent' }).click();
    await save(page).click();
    await page.getByText('Class attendance saved successfully!').waitFor();
    await page.getByText('4 of 5 present').waitFor();
    expect(await markedToday()).toEqual(FOUR);

    // The second tab is updated by the event stream, and has nothing left to save.
    await row(second.page, CLASSMATES[0]?.name ?? '')
      .getByText(/saved, by photo/)
      .waitFor();
    expect(await save(second.page).isDisabled()).toBe(true);
    // What a retry or a double tap sends: the same sheet again, with the revision it was opened with.
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

  it('does not name a person who is not enrolled', async () => {
    const { page, close } = await openSheet();
    await upload(page, await photos.withStranger());
    await page.getByText('5 faces found, 4 recognized.').waitFor();
    await page.getByText('1 face is not in this class.').waitFor();
    await close();
  });

  it('is taken with the camera', async () => {
    const { page, problems, close } = await openSheet();
    await page.getByText('Camera', { exact: true }).click();
    await page.getByRole('button', { name: 'Take photo' }).click();
    await page.getByText(/^4 faces found/).waitFor();
    expect(await page.locator('video').count()).toBe(0); // the camera stops with the capture
    expect(problems).toEqual([]);
    await close();
  });

  it('shows a student who checks in meanwhile, on the open sheet and on an open dashboard', async () => {
    const [first] = CLASSMATES;
    await admin('PUT', `/admin/classes/${classId}/attendance`, await sheetOfFirst('absent'));
    const { page, close } = await openSheet();
    const { page: dashboard } = await openAsAdmin('/dashboard');
    const figures = await presentAndAbsent(dashboard);
    // Lost by a reload: the dashboard must be updated by the event stream.
    await dashboard.evaluate(() => Object.assign(window, { notReloaded: true }));
    await row(page, first?.name ?? '')
      .getByText(/Absent, saved/)
      .waitFor();
    const { token } = await signInByApi(server, { username: first?.username ?? '', password: PASSWORD });
    const student = createApiClient(server, token);
    const scan = await student<{ scan_id: string }>('POST', '/user/start-face-scan', {});
    const marked = await student<{ success: boolean; message: string }>(
      'POST',
      '/user/mark-attendance-with-image',
      { scan_id: scan.scan_id, image: await photos.probe(0) },
    );
    expect(marked.message).toMatch(/./);
    expect(marked.success).toBe(true);
    await row(page, first?.name ?? '')
      .getByText(/after the list was saved/)
      .waitFor();
    // First in the list of arrivals, before the earlier ones.
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
    expect(await dashboard.evaluate(() => 'notReloaded' in window)).toBe(true);
    await dashboard.context().close();
    await close();
  });
});

teacherJourney(() => ({ server, browser, admin, foreignClass: classId, photo: photos.group }));

describe('a class photo', () => {
  it('does not name a student whose consent was withdrawn, or is missing where it is required', async () => {
    const settings = await admin<Record<string, unknown>>('GET', '/admin/privacy-settings');
    // Consents are given to one text: after a change everybody is asked again.
    await admin('PUT', '/admin/privacy-settings', {
      ...settings,
      consent_required: true,
      consent_version: 'next',
    });
    const [withdrawn, unasked, ...agreed] = CLASSMATES;
    for (const { id } of [withdrawn, ...agreed].filter((each) => each !== undefined))
      await admin('POST', `/admin/users/${id}/consent`, { given_by: 'A parent' });
    await admin('DELETE', `/admin/users/${withdrawn?.id}/consent`);
    const { page, close } = await openSheet();
    await upload(page, photos.group);
    await page.getByText('4 faces found, 2 recognized.').waitFor();
    await page.getByText('3 students were skipped').click();
    await page.getByText(`${unasked?.name} (${unasked?.id}): No consent to face recognition`).waitFor();
    await page.getByText(`${withdrawn?.name} (${withdrawn?.id}): No face data`).waitFor();
    for (const name of [withdrawn?.name, unasked?.name])
      expect(await page.locator('[data-face-of]', { hasText: name ?? '' }).count()).toBe(0);
    await close();
  });
});

/** A sheet with one mark: the status of the first classmate. */
async function sheetOfFirst(status: string) {
  const { revision } = await admin<{ revision: number }>('POST', '/attendance/start', { class_id: classId });
  return { revision, marks: [{ user_id: CLASSMATES[0]?.id, status }] };
}
