import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CameraJourney,
  callAs,
  enrol,
  openMarking,
  visitWithCamera,
  withoutAutomatic,
} from '../kit/camera-stage.ts';
import { openBrowserWithCamera, visit } from '../kit/open-browser.ts';
import { arriveSignedIn, tokenFor } from '../kit/sign-in.ts';

/** Journeys of somebody whose camera does not work, or is looked after. */
export function cameraJourneys(on: CameraJourney): void {
  beforeAll(async () => {
    await enrol(on.stage.server, 'STU001', on.stage.another);
    await on.stage.camera.show(on.stage.another);
  });

  /** Every camera track the page was ever given, to see that each has ended. */
  async function countTracks(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const tracks: MediaStreamTrack[] = [];
      Object.assign(window, { cameraTracks: tracks });
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      };
    });
  }
  const trackStates = (page: Page) =>
    page.evaluate(() =>
      // Put there by the script above.
      (window as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.map(
        ({ readyState }) => readyState,
      ),
    );

  async function start(page: Page): Promise<void> {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Mark Attendance' }).click();
    await page.getByRole('button', { name: 'Start Camera' }).click();
  }
  const alertOf = (page: Page, sentence: string) => page.getByRole('alert').getByText(sentence);

  describe('a camera that does not work', () => {
    it('is denied: says so, and works after permission is given', async () => {
      const { page, problems, close } = await visit(on.stage.browser, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await start(page);
      await alertOf(page, 'Camera access denied. Please allow camera permissions and try again.').waitFor();
      await page.context().grantPermissions(['camera']);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await page.locator('[data-camera=ready]').waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('is missing, or one of two: says so, lets one choose, and remembers', async () => {
      const bare = await openBrowserWithCamera([]);
      const none = await visitWithCamera({ browser: bare }, on.stage.server.url);
      await arriveSignedIn(none.page, on.stage.server.url, 'user');
      await start(none.page);
      await alertOf(none.page, 'No camera found. Please ensure a camera is connected.').waitFor();
      await bare.close();

      const pair = await openBrowserWithCamera(['--use-fake-device-for-media-stream=device-count=2']);
      const { page, close } = await visitWithCamera({ browser: pair }, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await start(page);
      const picker = page.getByLabel('Camera', { exact: true });
      await picker.waitFor();
      const names = await picker.locator('option').allInnerTexts();
      expect(names).toHaveLength(2);
      await picker.selectOption({ label: names[1] ?? '' });
      await page.locator('[data-camera=ready]').waitFor();
      await start(page);
      await picker.waitFor();
      expect(await picker.locator('option:checked').innerText()).toBe(names[1]);
      await close();
      await pair.close();
    });

    it('is in use by another program: says so', async () => {
      const { page, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'));
      });
      await start(page);
      await alertOf(page, 'Camera is already in use by another application.').waitFor();
      await close();
    });

    it('is slow: gives up after ten seconds, and switches off what comes too late', async () => {
      const { page, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await page.clock.install();
      await countTracks(page);
      await page.addInitScript(() => {
        const open = navigator.mediaDevices.getUserMedia;
        navigator.mediaDevices.getUserMedia = async (constraints) => {
          await new Promise((wake) => setTimeout(wake, 12_000));
          return open(constraints);
        };
      });
      await start(page);
      await page.getByText('Starting the camera…').waitFor();
      await page.clock.fastForward(10_100);
      await alertOf(page, 'Camera startup timed out. Please try again.').waitFor();
      await page.clock.fastForward(2_000);
      await expect.poll(() => trackStates(page)).toEqual(['ended']);
      await close();
    });

    it('starts and shows nothing: gives up after five seconds', async () => {
      const { page, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await page.clock.install();
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = async () => new MediaStream();
      });
      await start(page);
      await page.locator('[data-camera=warming]').waitFor();
      await page.clock.fastForward(5_100);
      await alertOf(page, 'Camera startup timed out. Please try again.').waitFor();
      await close();
    });

    it('is out of reach on a plain http address: explains why, and how to mend it', async () => {
      const browser = await openBrowserWithCamera(['--host-resolver-rules=MAP school.example 127.0.0.1']);
      const url = `http://school.example:${new URL(on.stage.server.url).port}`;
      const { page, close } = await visit(browser, url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await start(page);
      await alertOf(page, 'The camera needs a secure address.').waitFor();
      await page.getByText(`This page was opened at ${url}.`).waitFor();
      await close();
      await browser.close();
    });
  });

  describe('the camera', () => {
    it('stays off where somebody has not agreed to it, and says so plainly', async () => {
      const { token } = await tokenFor(on.stage.server.url, 'admin');
      const path = '/admin/privacy-settings';
      const settings = await callAs(on.stage.server.url, token, 'GET', path);
      const demand = (consent_required: boolean) =>
        callAs(on.stage.server.url, token, 'PUT', path, { ...settings, consent_required });
      await demand(true);
      try {
        const { page, close } = await visitWithCamera(on.stage, on.stage.server.url);
        await arriveSignedIn(page, on.stage.server.url, 'user');
        await start(page);
        await alertOf(page, 'There is no consent to face recognition.').waitFor();
        await page.locator('[data-camera=off]').waitFor();
        await close();
      } finally {
        await demand(false);
      }
    });

    it('works without the guide when the models cannot be had', async () => {
      const { page, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await page.route('**/models/**', (route) => route.abort());
      await page.goto('/dashboard');
      await openMarking(page);
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      // The student of the demo school may be in the register already; it is the recognition that counts here.
      await page.getByText(/^(Checked in|You were checked in already)$/).waitFor();
      await close();
    });

    it('rests while the page is hidden, and comes back with it', async () => {
      const { page, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await countTracks(page);
      await withoutAutomatic(page);
      await page.goto('/dashboard');
      await openMarking(page);
      const hide = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
      await hide(true);
      await page.getByText('The camera rests while this page is hidden.').waitFor();
      await expect.poll(() => trackStates(page)).toEqual(['ended']);
      await hide(false);
      await page.locator('[data-camera=ready]').waitFor();
      expect(await trackStates(page)).toEqual(['ended', 'live']);
      await close();
    });

    it('is off every time the window is closed', async () => {
      const { page, problems, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'user');
      await countTracks(page);
      await withoutAutomatic(page);
      await page.goto('/dashboard');
      // A hundred openings, and what they leave in memory: `npm run bench:camera`.
      for (let round = 0; round < 3; round++) {
        await openMarking(page);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      expect(await trackStates(page)).toEqual(['ended', 'ended', 'ended']);
      expect(problems).toEqual([]);
      await close();
    });
  });
}
