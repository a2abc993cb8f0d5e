import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openBrowserWithCamera, type Visitor, visit } from '../browser/open-browser.ts';
import { signInByApi } from '../browser/sign-in.ts';
import { createApiClient } from '../server/call-api.ts';
import {
  clockAt,
  type RunningServer,
  schoolDay,
  startServer,
  waitForFaceEngine,
} from '../server/start-server.ts';
import { openCameraScenes, withNoise } from './camera-scenes.ts';
import { type ClipFrame, createFakeCamera } from './fake-camera.ts';
import { keptClips } from './kept-clips.ts';
import { franckClips, otherManClip } from './video-frames.ts';

/** Enough that two captures of one journey are hardly ever the same picture. */
const NOISY_COPIES = 7;
const TWO_HOURS_MS = 2 * 60 * 60 * 1000;
/** A school day whatever today is, and early: later in the day unseen people would become absent during the test. */
export const SERVER_CLOCK = clockAt(new Date(schoolDay().getTime() - TWO_HOURS_MS));

/** A name that the server answers to and the browser does not trust with a camera. */
export const PLAIN_HTTP_HOST = 'school.example';

/** Changes when clips are made in another way. */
const CLIPS = '2';

async function openClips(browser: Browser, videos: { franck: Uint8Array; otherMan: Uint8Array }) {
  return keptClips([CLIPS, videos.franck, videos.otherMan], async () => {
    const franck = await franckClips(browser, videos.franck);
    return {
      ...franck,
      // Without the last two: a picture that counted once is refused later, so those are kept for another test.
      franckLookingAhead: await withNoise(franck.ahead.slice(0, -2), NOISY_COPIES),
      otherMan: await otherManClip(browser, videos.otherMan),
    };
  });
}

/**
 * Starts a server, a browser and a fake camera, and prepares the clips that camera journeys show. `schoolFolder` is the data
 * folder of a server that made the demo school at this time of day; without it the server makes it.
 */
export async function openCameraSetup(schoolFolder?: string) {
  const scenes = await openCameraScenes();
  const camera = await createFakeCamera(await scenes.nobody());
  // Each visitor grants or denies the camera permission itself.
  const flags = camera.flags.filter((flag) => !flag.includes('fake-ui'));
  const env = { ...SERVER_CLOCK.env, ALLOWED_HOSTS: PLAIN_HTTP_HOST };
  const [browser, server] = await Promise.all([
    openBrowserWithCamera(flags),
    startServer({ ...SERVER_CLOCK, env, ...(schoolFolder === undefined ? {} : { copyOf: schoolFolder }) }),
  ]);
  const { franckLookingAhead, otherMan, ...franck } = await openClips(browser, {
    franck: scenes.franckVideo(),
    otherMan: scenes.otherManVideo(),
  });
  const setup = {
    scenes,
    camera,
    browser,
    /** Replaced by a journey that restarts it. */
    server,
    franck,
    franckLookingAhead,
    otherMan,
    close: async () => {
      await browser.close();
      await setup.server.remove();
      await camera.remove();
    },
  };
  await waitForFaceEngine(server.url);
  return setup;
}

export type CameraSetup = Awaited<ReturnType<typeof openCameraSetup>>;

/** Holds the setup once `beforeAll` has opened it. */
export interface CameraContext {
  setup: CameraSetup;
}

/** A visitor who has granted the camera permission. */
export function visitWithCamera(
  { browser }: { browser: Browser },
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  return visit(browser, url, { permissions: ['camera'], ...options });
}

/** An API client signed in as the demo school's administrator. */
export async function adminClient({ url }: { url: string }) {
  const { token } = await signInByApi({ url }, 'admin');
  return createApiClient({ url }, token);
}

const base64 = ({ jpeg }: ClipFrame): string => Buffer.from(jpeg).toString('base64');

/** Enrols a face through the API, for journeys about something else. */
export async function enrolFace(
  server: RunningServer,
  userId: string,
  clip: readonly ClipFrame[],
): Promise<void> {
  const call = await adminClient(server);
  const images = clip.slice(0, 3).map(base64);
  await call('POST', `/admin/users/${userId}/consent`, { given_by: userId });
  const answer = await call<{ success: boolean }>('POST', '/admin/capture-face', { user_id: userId, images });
  if (answer.success !== true) throw new Error(`Not enrolled: ${JSON.stringify(answer)}`);
}

export async function setLiveness(server: RunningServer, liveness: string): Promise<void> {
  const call = await adminClient(server);
  await call('POST', '/admin/face-settings', { liveness });
}

/** Opens the attendance dialog. Its camera starts by itself where the browser does not ask. */
export async function startMarkCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark Attendance' }).click();
  // Whoever is marked already is told so first.
  const again = page.getByRole('button', { name: 'Scan again' });
  await again.or(page.locator('[data-camera]')).first().waitFor();
  if (await again.isVisible()) await again.click();
  const isAllowed = await page.evaluate(async () => {
    const answer = await navigator.permissions?.query({ name: 'camera' }).catch(() => null);
    return answer?.state === 'granted';
  });
  if (!isAllowed) await page.getByRole('button', { name: 'Start Camera' }).click();
}

/** Opens the attendance dialog and waits for the picture of its camera. */
export async function openMarkDialog(page: Page): Promise<void> {
  await startMarkCamera(page);
  await page.locator('[data-camera=ready]').waitFor();
}

/** Answers the question for consent in the registration: the person has signed. */
export async function recordConsent(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('radio', { name }).check();
  await dialog.getByRole('button', { name: 'Record consent and continue' }).click();
}

/**
 * Keeps the live guidance from loading its models, for journeys about something else: each visitor's browser would
 * load and compile them anew, and then analyse frames all the time.
 */
export const disableGuidance = (page: Page) => page.route('**/models/**', (route) => route.abort());

/** Switches automatic capture off, for journeys that choose the moment. */
export async function disableAutoCapture(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('camera-automatic', 'off'));
}
