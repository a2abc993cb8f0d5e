import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../kit/call-api.ts';
import { type Caller, classPictures, openClassOfFour } from '../kit/class-of-four.ts';
import { createFakeCamera, type FakeCamera } from '../kit/fake-camera.ts';
import { openScenes } from '../kit/fake-camera-scenes.ts';
import { filmTheMan } from '../kit/fake-camera-video.ts';
import { onDemo } from '../kit/host.ts';
import { openBrowserWithCamera, type Visitor, visitAfresh } from '../kit/open-browser.ts';
import { settle } from '../kit/settle.ts';
import { arriveSignedIn } from '../kit/sign-in.ts';
import { type RunningServer, startServer } from '../kit/start-server.ts';

const MAN = { name: 'Franck Dupont', id: 'FR-1', username: 'franck', password: 'secret123' };
/** Fifty megabytes and a runtime that is two and a half times slower than the server's. */
const SLOW = { timeout: 60_000 };

/**
 * Somewhere it is seven in the morning, whenever this runs: later on a school day, whoever was not seen would be
 * called absent meanwhile. The school in the demo is where its visitor is.
 */
function earlyZone(): string {
  const ahead = 7 - new Date().getUTCHours();
  const east = ahead < -12 ? ahead + 24 : ahead;
  // These names count westwards.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

/** Everything any part of the page asked the network for, its workers included. */
function watchRequests(page: Page) {
  const seen: { url: string; method: string; body: string | null }[] = [];
  page
    .context()
    .on('request', (request) =>
      seen.push({ url: request.url(), method: request.method(), body: request.postData() }),
    );
  return seen;
}

describe.runIf(onDemo)('a face in the demo', () => {
  let server: RunningServer;
  let browser: Browser;
  let camera: FakeCamera;
  let scenes: Awaited<ReturnType<typeof openScenes>>;
  /** One browser for both journeys: the networks are opened once, as they are for people. */
  let visitor: Visitor;
  let requests: ReturnType<typeof watchRequests>;
  beforeAll(async () => {
    scenes = await openScenes();
    camera = await createFakeCamera(await scenes.stills());
    server = await startServer();
    browser = await openBrowserWithCamera(camera.flags);
    visitor = await visitAfresh(browser, server.url, { permissions: ['camera'], timezoneId: earlyZone() });
    requests = watchRequests(visitor.page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
    await camera?.remove();
  });

  const expectNothingLeft = () => {
    expect(requests.some(({ url }) => url.includes('/packs/'))).toBe(true);
    expect(requests.some(({ url }) => url.includes('/models/recogniser'))).toBe(true);
    const elsewhere = requests.filter(({ url }) => !url.startsWith(server.url) && !url.startsWith('blob:'));
    expect(elsewhere).toEqual([]);
    expect(requests.filter(({ method, body }) => method !== 'GET' || body !== null)).toEqual([]);
    expect(requests.filter(({ url }) => url.includes('/api/') || url.length > 300)).toEqual([]);
  };

  it('is registered and recognised in the browser; no picture and no call leaves it', async () => {
    const { page, problems } = visitor;
    const token = await arriveSignedIn(page, server.url, 'admin');
    await callApi(page, server.url, {
      method: 'POST',
      path: '/admin/face-settings',
      token,
      body: { liveness: 'off' },
    });
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Register New User' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(MAN.name);
    await dialog.getByRole('textbox', { name: 'User ID' }).fill(MAN.id);
    await dialog.getByRole('textbox', { name: 'Username' }).fill(MAN.username);
    await dialog.locator('input[type=password]').fill(MAN.password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('button', { name: 'Start Camera' }).click();
    await page
      .getByRole('status')
      .getByText(/Loading the face engine, \d+ of \d+ MB/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Register Face' }).click(SLOW);
    await dialog.getByText('Face registered successfully with 3/3 photos!').waitFor(SLOW);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();

    const film = await filmTheMan(browser, scenes.video());
    await camera.show(film.calm);
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Username' }).fill(MAN.username);
    await page.getByLabel('Password', { exact: true }).fill(MAN.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Mark Attendance' }).click();
    await page.getByRole('button', { name: 'Start Camera' }).click();
    await page.getByText('Checked in', { exact: true }).waitFor(SLOW);
    await page.getByText(/You are in the register today, at/).waitFor(SLOW);

    expectNothingLeft();
    expect(problems).toEqual([]);
  });

  it('is found in a photo of the class, which marks four at once', async () => {
    const { page } = visitor;
    const token = await arriveSignedIn(page, server.url, 'admin');
    const admin: Caller = (method, path, body) => callApi(page, server.url, { method, path, token, body });
    await admin('POST', '/admin/face-settings', { liveness: 'off' });
    const classId = await openClassOfFour(admin);
    const { group } = await classPictures();
    await page.goto(`/admin?class=${classId}&action=attendance`);
    await settle(page);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'class.jpg', mimeType: 'image/jpeg', buffer: group });
    await page.getByRole('button', { name: 'Save attendance' }).click(SLOW);
    await expect
      .poll(async () => {
        const { attendance } = await admin<{ attendance: { Roll: string }[] }>('GET', '/attendance');
        return attendance.filter(({ Roll }) => Roll.startsWith('CLS-')).length;
      }, SLOW)
      .toBe(4);
    expectNothingLeft();
  });
});
