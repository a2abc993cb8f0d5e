import type { Page } from 'playwright-core';
import type { ApiClient } from '../server/call-api.ts';
import type { CameraSetup } from './camera-setup.ts';
import type { ClipFrame } from './fake-camera.ts';

const SETTINGS = {
  name: 'Main door',
  place: 'Hall',
  scope: { of: 'everyone' },
  direction: 'in',
  means: ['face', 'pin'],
  language: 'en',
  sound: false,
  liveness: 'burst',
  strangers_in: 1000,
};

/** Adds a kiosk and answers its id. */
export async function addKiosk(admin: ApiClient, settings: object = {}): Promise<string> {
  const { kiosk_id } = await admin<{ kiosk_id: string }>('POST', '/admin/kiosks', {
    ...SETTINGS,
    ...settings,
  });
  return kiosk_id;
}

/** Gives a kiosk other settings. */
export const changeKiosk = (admin: ApiClient, kioskId: string, settings: object): Promise<unknown> =>
  admin('PUT', `/admin/kiosks/${kioskId}`, { ...SETTINGS, ...settings });

/** The administrator types in the code that the page shows. */
export async function pairKiosk(page: Page, admin: ApiClient, kioskId: string): Promise<void> {
  const shown = page.locator('[data-pairing-code]');
  await shown.waitFor();
  const code = await shown.getAttribute('data-pairing-code');
  await admin('POST', `/admin/kiosks/${kioskId}/pair`, { code });
  await page.locator('[data-kiosk]').waitFor();
}

/** Whether the page has kept what it needs to start without the server. */
export const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const guidance = await (await caches.open('face-guidance')).keys();
    return active?.state === 'activated' && guidance.length === 5;
  });

export const kioskIsReady = (page: Page) => page.locator('[data-kiosk][data-camera=ready]').waitFor();

/** Somebody steps in front of the camera: it shows another clip from its next start on. */
export async function stepIn(
  page: Page,
  { camera }: Pick<CameraSetup, 'camera'>,
  clip: readonly ClipFrame[],
): Promise<void> {
  await camera.show(clip);
  await page.reload();
  await kioskIsReady(page);
}

/** Types a number and a PIN, as somebody with a keyboard does. */
export async function typePin(page: Page, number: string, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Use PIN' }).click();
  await page.getByRole('textbox', { name: 'Your number' }).fill(number);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your PIN' }).waitFor();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
}
