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
import { installScriptedCamera, instructionsSoFar, showClip } from '../../kit/camera/fake-camera.ts';
import { addKiosk, changeKiosk, kioskIsReady, pairKiosk } from '../../kit/camera/kiosk-page.ts';
import { type ApiClient, createApiClient } from '../../kit/server/call-api.ts';

/** A film has a new picture so often. */
const FILM_MS = 250;
const ANSWERED_MS = 60_000;

let setup: CameraSetup;
let admin: ApiClient;
let page: Page;
let kioskId: string;
const answer = (kind: string) => page.locator(`[data-kiosk-answer=${kind}]`);

/** Who was checked in. Whoever stays and moves is seen again, which counts for nothing. */
const checkedIn = async (): Promise<string[]> =>
  (await named()).flatMap((each) => (each.endsWith(' marked') ? [each.split(' ')[0] ?? ''] : []));

/** The kiosk with another policy. What it was asked before is gone from the page. */
async function withLiveness(liveness: string): Promise<void> {
  await changeKiosk(admin, kioskId, { liveness });
  await page.reload();
  await kioskIsReady(page);
}

/** Whom the kiosk named, in their order. */
const named = async (): Promise<string[]> => {
  const { answers } = await admin<{ answers: { outcome: string; person: { id: string } | null }[] }>(
    'GET',
    `/admin/kiosks/${kioskId}/answers`,
  );
  return answers.flatMap(({ outcome, person }) => (person ? [`${person.id} ${outcome}`] : [])).toReversed();
};

beforeAll(async () => {
  setup = await openCameraSetup(inject('cameraSchoolFolder'));
  const { server, scenes, franck } = setup;
  admin = await adminClient(server);
  const [emily, jessica, laura] = await Promise.all([
    scenes.person('emily'),
    scenes.person('jessica'),
    scenes.person('laura'),
  ]);
  await enrolFace(server, 'STU001', await scenes.franckEnrolment());
  await enrolFace(server, 'STU002', jessica.enrolment);
  await enrolFace(server, 'STU003', laura.enrolment);
  kioskId = await addKiosk(admin, { liveness: 'off' });
  ({ page } = await visitWithCamera(setup, server.url));
  const clips = {
    ...franck,
    jessica: jessica.atDoor,
    laura: laura.atDoor,
    stranger: emily.atDoor,
    // The same film of somebody who does what he likes, as a recording does.
    recording: franck.chinUp,
    nobody: await scenes.nobody(),
  };
  // From a raised chin, a lowered one is a nod.
  await installScriptedCamera(page, clips, 'chinUp', FILM_MS);
  await page.goto(`${server.url}/kiosk`);
  await pairKiosk(page, admin, kioskId);
});
afterAll(() => setup?.close());

describe('a queue at a kiosk', () => {
  it('is named one after another, hands-free, and a stranger among them is not', async () => {
    const seen: string[] = [];
    for (const [clip, id] of [
      [null, 'STU001'],
      ['jessica', 'STU002'],
      ['stranger', null],
      ['laura', 'STU003'],
    ] as const) {
      if (clip) await showClip(page, clip);
      if (id === null) await answer('unknown').waitFor();
      else {
        seen.push(id);
        await expect.poll(checkedIn, { timeout: ANSWERED_MS }).toEqual(seen);
      }
    }
  });

  it('moves as asked where the kiosk asks for it; a film of the face does not', async () => {
    await withLiveness('move');
    await answer('marked').filter({ hasText: 'Alex M.' }).waitFor();
    expect(await instructionsSoFar(page)).not.toEqual([]);
    await showClip(page, 'nobody');
    await page.locator('[data-kiosk=watching]').waitFor();
    const before = await named();
    expect(before.at(-1)).toBe('STU001 repeated');
    await showClip(page, 'recording');
    await page.locator('[data-kiosk=moving]').waitFor();
    await answer('not_moved').waitFor();
    expect(await named()).toEqual(before);
  });

  it('of look-alikes is asked for the PIN, and nobody else is', async () => {
    const { token } = await signInByApi(setup.server, 'user');
    await createApiClient(setup.server, token)('PUT', '/user/pin', { pin: '4711' });
    await admin('POST', '/admin/look-alikes', { one: 'STU001', other: 'STU002' });
    await withLiveness('off');
    const asked = page.getByRole('heading', { name: 'Your PIN, please' });
    await asked.waitFor();
    await page.keyboard.type('9999');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    await page.keyboard.type('4711');
    await page.keyboard.press('Enter');
    await answer('marked').filter({ hasText: 'Alex M.' }).waitFor();
    await showClip(page, 'laura');
    await answer('marked').filter({ hasNotText: 'Alex M.' }).waitFor();
  });
});
