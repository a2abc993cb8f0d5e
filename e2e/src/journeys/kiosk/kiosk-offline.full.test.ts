import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { visit } from '../../kit/browser/open-browser.ts';
import { signInAsAdmin } from '../../kit/browser/sign-in.ts';
import {
  adminClient,
  type CameraSetup,
  enrolFace,
  openCameraSetup,
  SERVER_CLOCK,
  visitWithCamera,
} from '../../kit/camera/camera-setup.ts';
import { addKiosk, isKept, kioskIsReady, pairKiosk, stepIn, typePin } from '../../kit/camera/kiosk-page.ts';
import { createApiClient } from '../../kit/server/call-api.ts';
import { startServer, waitForFaceEngine } from '../../kit/server/start-server.ts';

const PASSWORD = 'Quiet-Harbour-58';
const PIN = '4711';
const THREE_HOURS_MS = 3 * 60 * 60_000;

let setup: CameraSetup;
let page: Page;
let kioskId: string;

/** Kills the server as a power cut would. */
const killServer = () => setup.server.kill();

/** The same server, with its data and under the same address. */
async function startAgain(): Promise<void> {
  const { dataDir, url } = setup.server;
  setup.server = await startServer({
    ...SERVER_CLOCK,
    dataDir,
    env: { ...SERVER_CLOCK.env, PORT: new URL(url).port },
  });
  await waitForFaceEngine(setup.server.url);
}

const pair = async () => pairKiosk(page, await adminClient(setup.server), kioskId);
const answer = (kind: string) => page.locator(`[data-kiosk-answer=${kind}]`);
const waiting = (count: number) => page.locator(`[data-kiosk-queue="${count}"]`);
const queueIsSent = () => page.locator('[data-kiosk-queue]').waitFor({ state: 'detached' });

const writeDown = (number: string) => typePin(page, number, PIN);

/** The tablet is loaded again. */
async function reload(): Promise<void> {
  await page.reload();
  await kioskIsReady(page);
}

/** When somebody was first seen today, `HH:MM`; null for who was not. */
async function firstSeen(number: string): Promise<string | null> {
  const admin = await adminClient(setup.server);
  const { person } = await admin<{ person: { time: string | null } }>('GET', `/today/people/${number}`);
  return person.time;
}

const unconfirmed = async () => {
  const admin = await adminClient(setup.server);
  const { entries } = await admin<{ entries: { doubt: string; person: { id: string } | null }[] }>(
    'GET',
    '/attendance/unconfirmed',
  );
  return entries.map(({ doubt, person }) => `${doubt} ${person?.id}`);
};

beforeAll(async () => {
  setup = await openCameraSetup(inject('cameraSchoolFolder'));
  const { server } = setup;
  await enrolFace(server, 'STU001', await setup.scenes.franckEnrolment());
  const admin = await adminClient(server);
  for (const id of ['OFF-1', 'OFF-2', 'OFF-3']) {
    await admin('POST', '/admin/register', {
      name: `Person ${id}`,
      user_id: id,
      username: id.toLowerCase(),
      password: PASSWORD,
      type: 'student',
      class_section: 'CS-A',
    });
    const { access_token } = await createApiClient(server)<{ access_token: string }>('POST', '/user/login', {
      username: id.toLowerCase(),
      password: PASSWORD,
    });
    await createApiClient(server, access_token)('PUT', '/user/pin', { pin: PIN });
  }
  kioskId = await addKiosk(admin);
  ({ page } = await visitWithCamera(setup, server.url, { serviceWorkers: 'allow' }));
  // A device whose clock somebody can set.
  await page.addInitScript(() => {
    const RealDate = Date;
    const shift = () => Number(localStorage.getItem('test-clock-shift') ?? 0);
    globalThis.Date = class extends RealDate {
      constructor(...args: [] | [number]) {
        super(args.length === 0 ? RealDate.now() + shift() : args[0]);
      }
      static override now() {
        return RealDate.now() + shift();
      }
    } as DateConstructor;
  });
  await page.goto(`${server.url}/kiosk`);
  await pair();
  await kioskIsReady(page);
});
afterAll(() => setup?.close());

describe('a kiosk whose server is gone', () => {
  it('has kept what it needs to start without it', async () => {
    await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);
  });

  it('starts, writes down a face, and has it counted when the server is back', async () => {
    await killServer();
    await stepIn(page, setup, setup.franckLookingAhead);
    await answer('recorded').waitFor();
    await page.getByText('It will be confirmed when the network is back.').waitFor();
    await stepIn(page, setup, await setup.scenes.nobody());
    await waiting(1).waitFor();
    await startAgain();
    await queueIsSent();
    expect(await unconfirmed()).toEqual([]);
    expect(await firstSeen('STU001')).toMatch(/^\d\d:\d\d$/);
  });

  it('counts by its own clock, and leaves to the office what a wrong clock made uncertain', async () => {
    await killServer();
    await writeDown('OFF-1');
    await answer('recorded').waitFor();
    await waiting(1).waitFor();
    // Somebody sets the clock of the tablet, and loads it twice: nothing but that clock knows the time in between.
    await page.evaluate((ms) => localStorage.setItem('test-clock-shift', String(ms)), THREE_HOURS_MS);
    await reload();
    await writeDown('OFF-2');
    await answer('recorded').waitFor();
    await reload();
    await waiting(2).waitFor();
    await startAgain();
    await queueIsSent();
    expect(await firstSeen('OFF-1')).toMatch(/^\d\d:\d\d$/);
    expect(await unconfirmed()).toEqual(['clock OFF-2']);

    const office = await visit(setup.browser, setup.server.url);
    // The server's clock is ahead of this machine's; the office's device has the server's.
    await office.page.clock.setSystemTime(Date.now() + Number(SERVER_CLOCK.env.SHIFT_CLOCK_MS));
    await signInAsAdmin(office.page);
    await office.page.goto(`${setup.server.url}/today`);
    await office.page.getByText('1 entry of a kiosk to confirm').waitFor();
    await office.page.getByRole('button', { name: 'Record Person OFF-2' }).click();
    // The time is uncertain: the office says when it was.
    const asked = office.page.getByRole('dialog');
    await asked.getByLabel('Time', { exact: true }).waitFor();
    await asked.getByRole('button', { name: 'Record', exact: true }).click();
    await office.page.locator('[data-unconfirmed]').waitFor({ state: 'detached' });
    expect(await unconfirmed()).toEqual([]);
    await office.close();
  });

  it('that was ended and paired again sends what it has, and the office looks at it', async () => {
    await page.context().setOffline(true);
    await writeDown('OFF-3');
    await answer('recorded').waitFor();
    const admin = await adminClient(setup.server);
    await admin('POST', `/admin/kiosks/${kioskId}/revoke`, {});
    await page.context().setOffline(false);
    await page.getByText('1 entry waits on this device.').waitFor();
    await pair();
    await queueIsSent();
    expect(await unconfirmed()).toEqual(['before_pairing OFF-3']);
    expect(await firstSeen('OFF-3')).toBeNull();
  });
});
