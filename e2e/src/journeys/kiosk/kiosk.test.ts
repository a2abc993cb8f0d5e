import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { signInByApi } from '../../kit/browser/sign-in.ts';
import {
  adminClient,
  type CameraSetup,
  enrolFace,
  openCameraSetup,
  visitWithCamera,
} from '../../kit/camera/camera-setup.ts';
import type { ClipFrame } from '../../kit/camera/fake-camera.ts';
import { addKiosk, pairKiosk, stepIn, typePin } from '../../kit/camera/kiosk-page.ts';
import { createApiClient } from '../../kit/server/call-api.ts';

let setup: CameraSetup;
let page: Page;
let kioskId: string;
const pair = async () => pairKiosk(page, await adminClient(setup.server), kioskId);
const show = (clip: readonly ClipFrame[]) => stepIn(page, setup, clip);
const answer = (kind: string) => page.locator(`[data-kiosk-answer=${kind}]`);

beforeAll(async () => {
  setup = await openCameraSetup(inject('cameraSchoolFolder'));
  const { server } = setup;
  await enrolFace(server, 'STU001', await setup.scenes.franckEnrolment());
  const admin = await adminClient(server);
  kioskId = await addKiosk(admin, { sound: true });
  ({ page } = await visitWithCamera(setup, server.url));
  await page.goto(`${server.url}/kiosk`);
});
afterAll(() => setup?.close());

describe('a kiosk', () => {
  it('is paired with the code that it shows', async () => {
    await pair();
    await page.getByText('Main door · Hall').waitFor();
  });

  it('names whoever looks into it, hands-free, and takes it back', async () => {
    await show(setup.franckLookingAhead);
    await answer('marked').waitFor();
    expect(await answer('marked').innerText()).toContain('Alex M.');
    await page.getByRole('button', { name: 'Not me' }).click();
    await answer('undone').waitFor();
    const admin = await adminClient(setup.server);
    const { kiosks } = await admin<{ kiosks: { wrong_names: number }[] }>('GET', '/admin/kiosks');
    expect(kiosks[0]?.wrong_names).toBe(1);
  });

  it('takes the number of a person and their PIN', async () => {
    const { token } = await signInByApi(setup.server, 'user');
    await createApiClient(setup.server, token)('PUT', '/user/pin', { pin: '4711' });
    await show(await setup.scenes.nobody());
    await page.getByRole('button', { name: 'Use PIN' }).click();
    await page.getByRole('textbox', { name: 'Your number' }).fill('STU001');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('heading', { name: 'Your PIN' }).waitFor();
    for (const digit of '4712') await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByText('The number or the PIN is wrong.').waitFor();
    await page.getByRole('textbox', { name: 'Your number' }).fill('STU001');
    await page.keyboard.press('Enter');
    await page.keyboard.type('4711');
    await page.keyboard.press('Enter');
    await answer('marked').waitFor();
  });

  it('that is revoked shows a new code at once, and can be paired again', async () => {
    const admin = await adminClient(setup.server);
    await admin('POST', `/admin/kiosks/${kioskId}/revoke`, {});
    await typePin(page, 'STU001', '4711');
    await pair();
  });
});
