import { readCards } from '@rollcall/api/testing/read-cards';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { signInAsStudent, signInByApi } from '../../kit/browser/sign-in.ts';
import { typeKeys } from '../../kit/browser/type-keys.ts';
import {
  adminClient,
  type CameraSetup,
  openCameraSetup,
  visitWithCamera,
} from '../../kit/camera/camera-setup.ts';
import type { ClipFrame } from '../../kit/camera/fake-camera.ts';
import { addKiosk, pairKiosk, stepIn } from '../../kit/camera/kiosk-page.ts';
import { heldUp, heldUpCard } from '../../kit/camera/shown-codes.ts';
import { callApi } from '../../kit/server/call-api.ts';

let setup: CameraSetup;
let page: Page;
let kioskId: string;
/** Somebody holds something up to the camera. */
const holdUp = (clip: readonly ClipFrame[]) => stepIn(page, setup, clip);
const answer = (kind: string) => page.locator(`[data-kiosk-answer=${kind}]`);

/** A new printed card, read off the paper. */
async function printCard(userId: string): Promise<string> {
  const { token } = await signInByApi(setup.server, 'admin');
  const { body } = await callApi(setup.server, token, 'POST', '/admin/cards/sheet', { user_ids: [userId] });
  const [code] = readCards(body);
  if (!code) throw new Error('There is no card on the sheet.');
  return code;
}

interface Cards {
  readonly cards: readonly {
    readonly id: string;
    readonly kind: string;
    readonly revoked_at: string | null;
  }[];
}
async function revokeCards(userId: string): Promise<void> {
  const admin = await adminClient(setup.server);
  const { cards } = await admin<Cards>('GET', `/admin/users/${userId}/cards`);
  for (const { id, revoked_at } of cards)
    if (!revoked_at) await admin('DELETE', `/admin/users/${userId}/cards/${id}`);
}

beforeAll(async () => {
  setup = await openCameraSetup(inject('cameraSchoolFolder'));
  const { server } = setup;
  const admin = await adminClient(server);
  kioskId = await addKiosk(admin, { means: ['face', 'pin', 'card', 'phone'], sound: true });
  ({ page } = await visitWithCamera(setup, server.url));
  await page.goto(`${server.url}/kiosk`);
  await pairKiosk(page, admin, kioskId);
});
afterAll(() => setup?.close());

describe('without a face, a kiosk', () => {
  it('reads a printed card that is held up, once for as long as it is held', async () => {
    await page.getByText('hold up your card or phone').waitFor();
    await holdUp(await heldUpCard(await printCard('STU001')));
    await answer('marked').waitFor();
    expect(await answer('marked').innerText()).toContain('Alex M.');
    // The name goes after its time, although the card is still there.
    await page.locator('[data-kiosk=watching]').waitFor();
    const admin = await adminClient(setup.server);
    const { kiosks } = await admin<{ kiosks: { id: string; marks: number; by_means: object }[] }>(
      'GET',
      '/admin/kiosks',
    );
    expect(kiosks[0]).toMatchObject({ marks: 1, by_means: { card: 1 } });
  });

  it('takes no revoked card, and says so in one sentence', async () => {
    const code = await printCard('STU002');
    await revokeCards('STU002');
    await holdUp(await heldUpCard(code));
    await answer('wrong_card').waitFor();
    expect(await answer('wrong_card').innerText()).toContain('This card is not valid here.');
  });

  it('takes the number that a reader types, and none that a person types', async () => {
    const admin = await adminClient(setup.server);
    await admin('POST', '/admin/users/STU003/cards', { number: '04:A2:3F:9B:11:22:80' });
    await admin('POST', '/admin/users/STU004/cards', { number: '99887766' });
    await holdUp(await setup.scenes.nobody());
    await typeKeys(page, '04a23f9b112280', 8);
    await answer('marked').waitFor();
    await page.locator('[data-kiosk=watching]').waitFor();
    await typeKeys(page, '99887766', 150);
    // The next card comes through, so that what was typed before it was no card.
    await typeKeys(page, '00000000', 8);
    await answer('wrong_card').waitFor();
    const { answers } = await admin<{ answers: { person: { id: string } | null }[] }>(
      'GET',
      `/admin/kiosks/${kioskId}/answers`,
    );
    const named = answers.map(({ person }) => person?.id);
    expect(named).toContain('STU003');
    expect(named).not.toContain('STU004');
  });

  it('reads the code that changes on a phone without a network', async () => {
    const { browser, server } = setup;
    const phone = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
    });
    const own = await phone.newPage();
    await signInAsStudent(own);
    await own.goto('/account');
    await own.getByRole('link', { name: 'Open my code' }).click();
    await own.getByRole('button', { name: 'Use this phone' }).click();
    const shown = own.locator('[data-code-step]');
    await shown.waitFor();
    await own.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await phone.setOffline(true);
    await own.reload();
    await own.getByText('Works without a network.').waitFor();
    const show = async () =>
      heldUp(await own.getByRole('img', { name: 'Code for the kiosk' }).screenshot(), 320);
    const picture = await show();
    await holdUp(picture);
    await answer('marked').waitFor();
    // A picture of the code that somebody else holds up counts no more.
    await holdUp(picture);
    await answer('wrong_code').waitFor();
    // The next code does.
    const step = await shown.getAttribute('data-code-step');
    await own.locator(`[data-code-step]:not([data-code-step="${step}"])`).waitFor();
    await holdUp(await show());
    await answer('marked').waitFor();
    await phone.close();
  });
});
