import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createFakeCamera, type Shot } from './fake-camera.ts';
import { openScenes, withGrain } from './fake-camera-scenes.ts';
import { filmAnother, filmTheMan } from './fake-camera-video.ts';
import { openBrowserWithCamera, type Visitor, visit } from './open-browser.ts';
import { clockAt, schoolDay } from './school-day.ts';
import { tokenFor } from './sign-in.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** Enough that two pictures of one journey are hardly ever the same. */
const CALM_COPIES = 7;
const ENGINE_START_MS = 60_000;
const TWO_HOURS_MS = 2 * 60 * 60 * 1000;
/** A day with school, whatever today is, and early: later whoever was not seen would be called absent meanwhile. */
export const CLOCK = clockAt(new Date(schoolDay().getTime() - TWO_HOURS_MS));

/** Everything a camera journey plays on: one server, one browser, one camera whose picture can be changed. */
export async function openCameraStage() {
  const scenes = await openScenes();
  const camera = await createFakeCamera(await scenes.nobody());
  // Permission is given or not by each visitor, as people do.
  const flags = camera.flags.filter((flag) => !flag.includes('fake-ui'));
  const [browser, server] = await Promise.all([openBrowserWithCamera(flags), startServer(CLOCK)]);
  const { calm, poses } = await filmTheMan(browser, scenes.video());
  const film = { calm: await withGrain(calm, CALM_COPIES), poses };
  const another = await filmAnother(browser, scenes.otherVideo());
  await engineReady(server.url);
  const stage = {
    scenes,
    camera,
    browser,
    /** May be replaced by a journey that restarts it. */
    server,
    film,
    another,
    close: async () => {
      await browser.close();
      await stage.server.remove();
      await camera.remove();
    },
  };
  return stage;
}

export type CameraStage = Awaited<ReturnType<typeof openCameraStage>>;

/** What a journey is handed: the stage, once it is set. */
export interface CameraJourney {
  stage: CameraStage;
}

/** The models load after the server answers; a journey about faces waits for them. */
export async function engineReady(url: string): Promise<void> {
  const deadline = Date.now() + ENGINE_START_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/ready`).catch(() => null);
    if (response?.ok) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error('The face engine did not start.');
}

/** Someone who allows the camera. */
export function visitWithCamera(
  { browser }: { browser: Browser },
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  return visit(browser, url, { permissions: ['camera'], ...options });
}

/** A call of the API by somebody signed in. */
export async function callAs(url: string, token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // Journeys know what they asked for; the contract is tested elsewhere.
  return (await response.json()) as Record<string, unknown>;
}

const base64 = ({ jpeg }: Shot): string => Buffer.from(jpeg).toString('base64');

/** Gives somebody a face without the camera, for journeys about something else. */
export async function enrol(server: RunningServer, userId: string, shots: readonly Shot[]): Promise<void> {
  const { token } = await tokenFor(server.url, 'admin');
  const images = shots.slice(0, 3).map(base64);
  const answer = await callAs(server.url, token, 'POST', '/admin/capture-face', { user_id: userId, images });
  if (answer.success !== true) throw new Error(`Not enrolled: ${JSON.stringify(answer)}`);
}

export async function setLiveness(server: RunningServer, liveness: string): Promise<void> {
  const { token } = await tokenFor(server.url, 'admin');
  await callAs(server.url, token, 'POST', '/admin/face-settings', { liveness });
}

/** The attendance window with the picture of the camera in it. */
export async function openMarking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark Attendance' }).click();
  await page.getByRole('button', { name: 'Start Camera' }).click();
  await page.locator('[data-camera=ready]').waitFor();
}

/** Pictures are taken by hand where the journey must say when. */
export async function withoutAutomatic(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('camera-automatic', 'off'));
}
