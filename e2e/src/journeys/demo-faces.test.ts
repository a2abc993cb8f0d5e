import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserWithCamera, type Visitor, visitInNewContext } from '../kit/browser/open-browser.ts';
import { waitForData } from '../kit/browser/page-waits.ts';
import { signInDirectly } from '../kit/browser/sign-in.ts';
import { openCameraScenes } from '../kit/camera/camera-scenes.ts';
import { createFakeCamera, type FakeCamera } from '../kit/camera/fake-camera.ts';
import { franckLookingAhead } from '../kit/camera/video-frames.ts';
import { createApiClient } from '../kit/server/call-api.ts';
import { createFixtureClass, openClassPhotos } from '../kit/server/fixture-class.ts';
import { onDemo } from '../kit/server/host.ts';
import { type RunningServer, startServer } from '../kit/server/start-server.ts';

const FRANCK = { name: 'Franck Dupont', id: 'FR-1', username: 'franck', password: 'secret123' };
/** The browser loads 50 MB of models, and its runtime is two and a half times slower than the server's. */
const SLOW = { timeout: 60_000 };

/**
 * A time zone in which it is seven in the morning now: later on a school day, unseen people would become absent
 * during the test. The demo's school takes the time zone of its visitor.
 */
function earlyZone(): string {
  const ahead = 7 - new Date().getUTCHours();
  const east = ahead < -12 ? ahead + 24 : ahead;
  // The sign of these names is reversed: Etc/GMT-7 is seven hours east.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

/** Records every network request of the page and its workers. */
function recordRequests(page: Page) {
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
  let scenes: Awaited<ReturnType<typeof openCameraScenes>>;
  /** One page for both journeys, so that the models load once. */
  let visitor: Visitor;
  let requests: ReturnType<typeof recordRequests>;
  beforeAll(async () => {
    scenes = await openCameraScenes();
    camera = await createFakeCamera(await scenes.franckEnrolment());
    server = await startServer();
    browser = await openBrowserWithCamera(camera.flags);
    visitor = await visitInNewContext(browser, server.url, {
      permissions: ['camera'],
      timezoneId: earlyZone(),
    });
    requests = recordRequests(visitor.page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
    await camera?.remove();
  });

  const expectNoUpload = () => {
    expect(requests.some(({ url }) => url.includes('/packs/'))).toBe(true);
    expect(requests.some(({ url }) => url.includes('/models/recogniser'))).toBe(true);
    const elsewhere = requests.filter(({ url }) => !url.startsWith(server.url) && !url.startsWith('blob:'));
    expect(elsewhere).toEqual([]);
    expect(requests.filter(({ method, body }) => method !== 'GET' || body !== null)).toEqual([]);
    expect(requests.filter(({ url }) => url.includes('/api/') || url.length > 300)).toEqual([]);
  };

  it('is registered and recognised in the browser, without sending a picture or an API call', async () => {
    const { page, problems } = visitor;
    const token = await signInDirectly(page, server.url, 'admin');
    await createApiClient({ url: server.url, page }, token)('POST', '/admin/face-settings', {
      liveness: 'off',
    });
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Register New User' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(FRANCK.name);
    await dialog.getByRole('textbox', { name: 'User ID' }).fill(FRANCK.id);
    await dialog.getByRole('textbox', { name: 'Username' }).fill(FRANCK.username);
    await dialog.locator('input[type=password]').fill(FRANCK.password);
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

    await camera.show(await franckLookingAhead(browser, scenes.franckVideo()));
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Username' }).fill(FRANCK.username);
    await page.getByLabel('Password', { exact: true }).fill(FRANCK.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Mark Attendance' }).click();
    await page.getByRole('button', { name: 'Start Camera' }).click();
    await page.getByText('Checked in', { exact: true }).waitFor(SLOW);
    await page.getByText(/You are in the register today, at/).waitFor(SLOW);

    expectNoUpload();
    expect(problems).toEqual([]);
  });

  it('is found in a class photo, which marks four people at once', async () => {
    const { page } = visitor;
    const token = await signInDirectly(page, server.url, 'admin');
    const admin = createApiClient({ url: server.url, page }, token);
    await admin('POST', '/admin/face-settings', { liveness: 'off' });
    const classId = await createFixtureClass(admin);
    const { group } = await openClassPhotos();
    await page.goto(`/admin?class=${classId}&action=attendance`);
    await waitForData(page);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'class.jpg', mimeType: 'image/jpeg', buffer: group });
    await page.getByText('4 faces found, 4 named.').waitFor(SLOW);
    await page.getByRole('button', { name: 'Save attendance' }).click(SLOW);
    await expect
      .poll(async () => {
        const { attendance } = await admin<{ attendance: { Roll: string }[] }>('GET', '/attendance');
        return attendance.filter(({ Roll }) => Roll.startsWith('CLS-')).length;
      }, SLOW)
      .toBe(4);
    expectNoUpload();
  });
});
