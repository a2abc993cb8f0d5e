import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { visit } from '../../kit/browser/open-browser.ts';
import { signInAsAdmin } from '../../kit/browser/sign-in.ts';
import {
  adminClient,
  type CameraSetup,
  enrolFace,
  openCameraSetup,
  visitWithCamera,
} from '../../kit/camera/camera-setup.ts';
import { addKiosk, kioskIsReady, pairKiosk } from '../../kit/camera/kiosk-page.ts';

let setup: CameraSetup;
let page: Page;
let kioskId: string;

beforeAll(async () => {
  setup = await openCameraSetup(inject('cameraSchoolFolder'));
  const { server } = setup;
  await enrolFace(server, 'STU001', await setup.scenes.franckEnrolment());
  const admin = await adminClient(server);
  kioskId = await addKiosk(admin);
  ({ page } = await visitWithCamera(setup, server.url, { permissions: ['camera', 'screen-wake-lock'] }));
  await page.addInitScript(keepWakeLocks);
  await page.goto(`${server.url}/kiosk`);
  await pairKiosk(page, admin, kioskId);
  await kioskIsReady(page);
});
afterAll(() => setup?.close());

/** Runs in the page: keeps every wake lock that the page gets, so that the test can take it back. */
function keepWakeLocks(): void {
  const kept: WakeLockSentinel[] = [];
  Object.assign(window, { wakeLocks: kept });
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (type) => {
    const lock = await request(type);
    kept.push(lock);
    return lock;
  };
}
const wakeLocks = () =>
  page.evaluate(() => (window as unknown as { wakeLocks: WakeLockSentinel[] }).wakeLocks.length);
const marked = () => page.locator('[data-kiosk-answer=marked]');
/** The stream that the page shows. */
const streamId = () =>
  page.evaluate(() => {
    const shown = document.querySelector('video')?.srcObject;
    return shown instanceof MediaStream ? shown.id : null;
  });
const otherStream = (before: string | null) =>
  page.waitForFunction((id) => {
    const shown = document.querySelector('video')?.srcObject;
    return shown instanceof MediaStream && shown.id !== id;
  }, before);

describe('a kiosk on the wall', () => {
  it('keeps its screen on, also after the browser took that back', async () => {
    await expect.poll(wakeLocks).toBe(1);
    await page.evaluate(() =>
      (window as unknown as { wakeLocks: WakeLockSentinel[] }).wakeLocks.at(-1)?.release(),
    );
    await expect.poll(wakeLocks).toBe(2);
  });

  it('opens a camera again that stalled, without anybody touching it', async () => {
    const before = await streamId();
    await page.evaluate(() => document.querySelector('video')?.pause());
    await otherStream(before);
    await kioskIsReady(page);
  });

  it('opens a camera again that was unplugged, and marks whoever stands there', async () => {
    await setup.camera.show(setup.franckLookingAhead);
    await page.evaluate(() => {
      const shown = document.querySelector('video')?.srcObject;
      if (!(shown instanceof MediaStream)) throw new Error('No camera.');
      for (const track of shown.getTracks()) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    });
    await page.locator('[data-kiosk][data-camera=failed]').waitFor();
    await kioskIsReady(page);
    await marked().waitFor();
    expect(await marked().innerText()).toContain('Alex M.');
  });

  it('tells administrators how it is', async () => {
    // Once a minute.
    const reported = await page.waitForRequest('**/api/kiosk/health', { timeout: 120_000 });
    expect(reported.postDataJSON().counts).toMatchObject({ asked: expect.any(Number) });
    await (await reported.response())?.finished();
    const { page: office } = await visit(setup.browser, setup.server.url);
    await signInAsAdmin(office);
    await office.goto('/settings/kiosks');
    await office.getByRole('button', { name: 'Health of Main door' }).click();
    const health = office.locator('[data-kiosk-health=online]');
    await health.getByText(/^Working since/).waitFor();
    await health.getByText('Kept on').waitFor();
    const figure = (term: string) => health.locator('dt', { hasText: term }).locator('+ dd').innerText();
    expect(Number(await figure('camera restarts'))).toBeGreaterThanOrEqual(2);
    expect(await figure('from still face to answer')).toMatch(/\d seconds?$/);
    await office.close();
  });
});
