import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { withNoise } from '../../kit/camera/camera-scenes.ts';
import {
  adminClient,
  type CameraSetup,
  enrolFace,
  openCameraSetup,
  visitWithCamera,
} from '../../kit/camera/camera-setup.ts';
import type { ClipFrame } from '../../kit/camera/fake-camera.ts';
import { addKiosk, pairKiosk, stepIn } from '../../kit/camera/kiosk-page.ts';

let setup: CameraSetup;
let page: Page;
const show = (clip: readonly ClipFrame[]) => stepIn(page, setup, clip);
const answer = (kind: string) => page.locator(`[data-kiosk-answer=${kind}]`);

beforeAll(async () => {
  setup = await openCameraSetup(inject('cameraSchoolFolder'));
  const { server } = setup;
  await enrolFace(server, 'STU001', await setup.scenes.franckEnrolment());
  const admin = await adminClient(server);
  const kioskId = await addKiosk(admin, { sound: true });
  ({ page } = await visitWithCamera(setup, server.url));
  await page.goto(`${server.url}/kiosk`);
  await pairKiosk(page, admin, kioskId);
});
afterAll(() => setup?.close());

describe('a kiosk', () => {
  it('knows no stranger, and offers another way after the second look', async () => {
    await show(await withNoise(setup.otherMan, 3));
    await answer('unknown').waitFor();
    await page.locator('[data-offered=true]').waitFor();
  });

  it('takes no photo for a person', async () => {
    await show(await withNoise(await setup.scenes.franckStill(), 7));
    await answer('not_live').waitFor();
  });
});
