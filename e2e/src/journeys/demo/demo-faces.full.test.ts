import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserWithCamera, type Visitor, visitInNewContext } from '../../kit/browser/open-browser.ts';
import { waitForData } from '../../kit/browser/page-waits.ts';
import { signInDirectly } from '../../kit/browser/sign-in.ts';
import { openCameraScenes } from '../../kit/camera/camera-scenes.ts';
import { createFakeCamera, type FakeCamera } from '../../kit/camera/fake-camera.ts';
import { franckLookingAhead } from '../../kit/camera/video-frames.ts';
import { createApiClient } from '../../kit/server/call-api.ts';
import { createFixtureClass, openClassPhotos } from '../../kit/server/fixture-class.ts';
import { onDemo } from '../../kit/server/host.ts';
import { type RunningServer, startServer } from '../../kit/server/start-server.ts';

/**
 * The browser loads 50 MB of models, and its runtime is two and a half times slower than the server's: on a busy machine
 * the five photos of a registration take a minute.
 */
const SLOW = { timeout: 100_000 };
/** Each step of a journey may take that long. */
const JOURNEY = { timeout: 400_000 };

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
    camera = await createFakeCamera(await scenes.nobody());
    server = await startServer();
    browser = await openBrowserWithCamera(camera.flags);
    await camera.show(await franckLookingAhead(browser, scenes.franckVideo()));
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

  it(
    'is registered by a visitor and recognised in the browser, without sending a picture or an API call',
    JOURNEY,
    async () => {
      const { page, problems } = visitor;
      // Held until the page was seen loading: it may take less than a look.
      let goOn = () => {};
      const isSeen = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route('**/models/recogniser*', async (route) => {
        await isSeen;
        await route.continue();
      });
      const token = await signInDirectly(page, server.url, 'admin');
      await createApiClient({ url: server.url, page }, token)('POST', '/admin/face-settings', {
        liveness: 'off',
      });
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.goto('/login');
      await page.getByRole('button', { name: 'Try as a student' }).click();
      await page.getByText('You have not checked in yet today.').waitFor();
      const figures = page.getByRole('definition');
      const before = await figures.allInnerTexts();

      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Mark Attendance' }).click();
      await dialog.getByRole('button', { name: 'Register my face' }).click();
      await dialog.getByRole('button', { name: 'I agree' }).click();
      // The networks are loaded before the camera opens, so that no picture waits for them.
      await dialog
        .getByRole('status')
        .getByText(/Loading face recognition: \d+ of \d+ MB/)
        .waitFor();
      expect(await dialog.locator('video').count()).toBe(0);
      goOn();
      await dialog.getByRole('button', { name: 'Capture Face' }).click(SLOW);
      await page.getByRole('dialog', { name: 'Face Recognition Attendance' }).waitFor(SLOW);
      // A machine so busy that the page gives up waiting tries again, and then hears that the first try counted.
      await page.getByText(/^(Checked in|You’re already checked in)$/).waitFor(SLOW);
      await page.getByText(/You checked in at .* today\./).waitFor(SLOW);
      await expect.poll(() => figures.allInnerTexts(), SLOW).not.toEqual(before);
      await dialog.waitFor({ state: 'detached' });

      expectNoUpload();
      expect(problems).toEqual([]);
    },
  );

  it(
    'is recognised by the kiosk that one click opens, and the student is still signed in',
    JOURNEY,
    async () => {
      const { page, problems } = visitor;
      await page.getByRole('button', { name: 'Appearance and language' }).click();
      await page.getByRole('menuitem', { name: 'Open a kiosk in this tab' }).click();
      const marked = page.locator('[data-kiosk-answer=marked]');
      await marked.waitFor(SLOW);
      expect(await marked.innerText()).toContain('Alex M.');
      await page.getByRole('button', { name: 'Leave the kiosk' }).click();
      await page.getByText(/You checked in at .* today\./).waitFor(SLOW);
      expectNoUpload();
      expect(problems).toEqual([]);
    },
  );

  it('is found in a class photo, which marks four people at once', JOURNEY, async () => {
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
    await page.getByText('4 faces found, 4 recognized.').waitFor(SLOW);
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
