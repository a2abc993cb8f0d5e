import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserWithCamera, visit } from '../../kit/browser/open-browser.ts';
import { signInDirectly } from '../../kit/browser/sign-in.ts';
import {
  adminClient,
  type CameraContext,
  disableAutoCapture,
  disableGuidance,
  enrolFace,
  openMarkDialog,
  PLAIN_HTTP_HOST,
  startMarkCamera,
  visitWithCamera,
} from '../../kit/camera/camera-setup.ts';

/** Journeys with a camera that fails, and the handling of a camera that works. */
export function cameraJourneys(context: CameraContext): void {
  beforeAll(async () => {
    await enrolFace(context.setup.server, 'STU001', context.setup.otherMan);
    await context.setup.camera.show(context.setup.otherMan);
  });

  /** Records every camera track that the page was given, to check that each has ended. */
  async function recordTracks(page: Page): Promise<void> {
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
      // Set by recordTracks.
      (window as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.map(
        ({ readyState }) => readyState,
      ),
    );

  async function startCamera(page: Page): Promise<void> {
    await page.goto('/dashboard');
    await startMarkCamera(page);
  }
  const alert = (page: Page, sentence: string) => page.getByRole('alert').getByText(sentence);

  describe('a camera failure', () => {
    it('is explained when permission is denied, and the camera works once it is granted', async () => {
      const { page, problems, close } = await visit(context.setup.browser, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await disableGuidance(page);
      await startCamera(page);
      await alert(page, 'Camera access denied. Please allow camera permissions and try again.').waitFor();
      await page.context().grantPermissions(['camera']);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await page.locator('[data-camera=ready]').waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('is explained when no camera is connected; one of two cameras is chosen and remembered', async () => {
      const bare = await openBrowserWithCamera([]);
      const none = await visitWithCamera({ browser: bare }, context.setup.server.url);
      await signInDirectly(none.page, context.setup.server.url, 'user');
      await startCamera(none.page);
      await alert(none.page, 'No camera found. Please ensure a camera is connected.').waitFor();
      await bare.close();

      const pair = await openBrowserWithCamera(['--use-fake-device-for-media-stream=device-count=2']);
      const { page, close } = await visitWithCamera({ browser: pair }, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await disableGuidance(page);
      await startCamera(page);
      const picker = page.getByLabel('Camera', { exact: true });
      await picker.waitFor();
      const names = await picker.locator('option').allInnerTexts();
      expect(names).toHaveLength(2);
      await picker.selectOption({ label: names[1] ?? '' });
      await page.locator('[data-camera=ready]').waitFor();
      await startCamera(page);
      await picker.waitFor();
      expect(await picker.locator('option:checked').innerText()).toBe(names[1]);
      await close();
      await pair.close();
    });

    it('is explained when another program uses the camera', async () => {
      const { page, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'));
      });
      await startCamera(page);
      await alert(page, 'Camera is already in use by another application.').waitFor();
      await close();
    });

    it('is reported after ten seconds of starting, and a stream that arrives later is stopped', async () => {
      const { page, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await page.clock.install();
      await recordTracks(page);
      await page.addInitScript(() => {
        const open = navigator.mediaDevices.getUserMedia;
        navigator.mediaDevices.getUserMedia = async (constraints) => {
          await new Promise((wake) => setTimeout(wake, 12_000));
          return open(constraints);
        };
      });
      await startCamera(page);
      await page.getByText('Starting the camera…').waitFor();
      await page.clock.fastForward(10_100);
      await alert(page, 'Camera startup timed out. Please try again.').waitFor();
      await page.clock.fastForward(2_000);
      await expect.poll(() => trackStates(page)).toEqual(['ended']);
      await close();
    });

    it('is reported after five seconds without a picture', async () => {
      const { page, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await page.clock.install();
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = async () => new MediaStream();
      });
      await startCamera(page);
      await page.locator('[data-camera=warming]').waitFor();
      await page.clock.fastForward(5_100);
      await alert(page, 'Camera startup timed out. Please try again.').waitFor();
      await close();
    });

    it('is explained on a plain http address, with the remedy', async () => {
      const browser = await openBrowserWithCamera([`--host-resolver-rules=MAP ${PLAIN_HTTP_HOST} 127.0.0.1`]);
      const url = `http://${PLAIN_HTTP_HOST}:${new URL(context.setup.server.url).port}`;
      const { page, close } = await visit(browser, url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await startCamera(page);
      await alert(page, 'The camera needs a secure address.').waitFor();
      await page.getByText(`You opened this page at ${url}.`).waitFor();
      await close();
      await browser.close();
    });
  });

  describe('the camera', () => {
    it('stays off without consent, and says so', async () => {
      const call = await adminClient(context.setup.server);
      const path = '/admin/privacy-settings';
      const settings = await call<Record<string, unknown>>('GET', path);
      // The student has agreed to the first text only, until the end of this journey.
      await call('PUT', path, { ...settings, consent_required: true, consent_version: 'next' });
      try {
        const { page, close } = await visitWithCamera(context.setup, context.setup.server.url);
        await signInDirectly(page, context.setup.server.url, 'user');
        await recordTracks(page);
        await page.goto('/dashboard');
        await page.getByRole('button', { name: 'Mark Attendance' }).click();
        await page.getByRole('heading', { name: 'Register your face first' }).waitFor();
        expect(await trackStates(page)).toEqual([]);
        await close();
      } finally {
        await call('POST', '/admin/users/STU001/consent', { given_by: 'STU001' });
      }
    });

    it('captures without guidance when the models cannot be loaded', async () => {
      const { page, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await disableGuidance(page);
      await page.goto('/dashboard');
      await openMarkDialog(page);
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      // The demo school's student may be marked already; only the recognition matters here.
      await page.getByText(/^(Checked in|You’re already checked in)$/).waitFor();
      await close();
    });

    it('stops while the page is hidden, and starts again with it', async () => {
      const { page, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await recordTracks(page);
      await disableGuidance(page);
      await page.goto('/dashboard');
      await openMarkDialog(page);
      const hide = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
      await hide(true);
      await page.getByText('Camera paused while this tab is hidden.').waitFor();
      await expect.poll(() => trackStates(page)).toEqual(['ended']);
      await hide(false);
      await page.locator('[data-camera=ready]').waitFor();
      expect(await trackStates(page)).toEqual(['ended', 'live']);
      // A phone, a phone held sideways, a page enlarged to 200 %: the oval is whole, and nothing lies over it.
      for (const [width, height] of [
        [390, 844],
        [844, 390],
        [720, 450],
      ] as const) {
        await page.setViewportSize({ width, height });
        const oval = await page.locator('[data-oval]').boundingBox();
        const panel = await page.locator('[data-panel]').boundingBox();
        if (!oval || !panel) throw new Error('no oval');
        expect(oval.y).toBeGreaterThanOrEqual(0);
        expect(oval.height).toBeGreaterThan(280);
        const isBeside = oval.x + oval.width <= panel.x;
        expect(isBeside ? oval.y + oval.height <= height : oval.y + oval.height <= panel.y).toBe(true);
      }
      await close();
    });

    it('stops every time the dialog is closed', async () => {
      const { page, problems, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'user');
      await recordTracks(page);
      await disableAutoCapture(page);
      await page.goto('/dashboard');
      // `npm run bench:camera` opens it a hundred times and measures the memory.
      for (let round = 0; round < 3; round++) {
        await openMarkDialog(page);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      expect(await trackStates(page)).toEqual(['ended', 'ended', 'ended']);
      expect(problems).toEqual([]);
      await close();
    });
  });
}
