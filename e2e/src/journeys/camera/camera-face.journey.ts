import { describe, expect, it } from 'vitest';
import { fastForwardUntil, waitForTextsInOrder } from '../../kit/browser/page-waits.ts';
import { signInDirectly } from '../../kit/browser/sign-in.ts';
import {
  type CameraContext,
  disableAutoCapture,
  disableGuidance,
  openMarkDialog,
  recordConsent,
  SERVER_CLOCK,
  setLiveness,
  visitWithCamera,
} from '../../kit/camera/camera-setup.ts';
import { type ClipFrame, holdPicture, installScriptedCamera } from '../../kit/camera/fake-camera.ts';
import { createApiClient } from '../../kit/server/call-api.ts';
import { startServer, waitForFaceEngine } from '../../kit/server/start-server.ts';

const FRANCK = { name: 'Franck Dupont', id: 'FR-1', username: 'franck', password: 'secret123' };

/** Franck in front of the camera: his visits, and what was recorded of him. */
function asFranck(context: CameraContext) {
  let token = '';
  return {
    /** A visitor signed in as Franck, with the camera permission. */
    async visit() {
      const { url } = context.setup.server;
      const visitor = await visitWithCamera(context.setup, url);
      const { username, password } = FRANCK;
      token = await signInDirectly(visitor.page, url, { username, password });
      return visitor;
    },
    async ownHistory() {
      const call = createApiClient(context.setup.server, token);
      return (await call<{ attendance: { date: string; status: string }[] }>('GET', '/user/my-attendance'))
        .attendance;
    },
  };
}

/** The way of everybody: registered at the camera, then marked by it. */
export function firstFaceJourneys(context: CameraContext): void {
  const franck = asFranck(context);

  describe('a face at the camera', () => {
    it('is registered with five photos, one of which is retaken', async () => {
      await context.setup.camera.show(await context.setup.scenes.franckEnrolment());
      const { page, problems, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await page.clock.install();
      await signInDirectly(page, context.setup.server.url, 'admin');
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Register New User' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(FRANCK.name);
      await dialog.getByRole('textbox', { name: 'User ID' }).fill(FRANCK.id);
      await dialog.getByRole('textbox', { name: 'Username' }).fill(FRANCK.username);
      await dialog.locator('input[type=password]').fill(FRANCK.password);
      await dialog.getByRole('button', { name: 'Next' }).click();
      await recordConsent(dialog, FRANCK.name);
      for (const count of ['3', '2', '1']) await dialog.getByRole('timer').getByText(count).waitFor();
      // One countdown in real time; the others are fast-forwarded.
      await dialog.getByRole('img', { name: 'Photo 1' }).waitFor();
      const retake = dialog.getByRole('button', { name: 'Retake photo 2' });
      await fastForwardUntil(page, retake);
      expect(await dialog.locator('video').count()).toBe(0);
      await dialog.getByText('Good').nth(4).waitFor();

      const second = dialog.getByRole('img', { name: 'Photo 2' });
      const before = await second.getAttribute('src');
      await context.setup.camera.show(context.setup.franckLookingAhead);
      await retake.click();
      await dialog.getByRole('timer').waitFor();
      await fastForwardUntil(page, retake);
      expect(await second.getAttribute('src')).not.toBe(before);

      await dialog.getByRole('button', { name: 'Register Face' }).click();
      await dialog.getByText('Face registered successfully with 5/5 photos!').waitFor();
      await dialog.getByRole('button', { name: 'Complete Registration' }).click();
      await page.getByText(`User ${FRANCK.name} registered successfully!`).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('tab', { name: 'Manage Users' }).click();
      await page.getByRole('searchbox').fill(FRANCK.id);
      // Recapture: five images in a row replace the registered ones.
      await page.getByRole('button', { name: `More actions for ${FRANCK.name}` }).click();
      await page.getByRole('menuitem', { name: `Recapture face of ${FRANCK.name}` }).click();
      const counted = waitForTextsInOrder(page, ['0 of 5 images', '1 of 5 images', '2 of 5 images']);
      await dialog.getByRole('button', { name: 'Capture Face' }).click();
      await counted;
      await page.getByText('Face registered successfully with 5/5 photos!').waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
      await close();
    });

    it('is captured automatically when held still, and marks its owner in the dashboard and the history', async () => {
      await context.setup.camera.show(context.setup.franckLookingAhead);
      const { page, problems, close } = await franck.visit();
      await page.goto('/dashboard');
      await page.getByText('You have not checked in yet today.').waitFor();
      await openMarkDialog(page);
      const dialog = page.getByRole('dialog');
      // One locator for everything, because the dialog closes automatically.
      await dialog
        .filter({ has: page.getByText('Checked in', { exact: true }) })
        .filter({ hasText: FRANCK.name })
        .filter({ hasText: /On Time|Late|Very Late/ })
        .waitFor({ timeout: 40_000 });
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(/^Checked in at/).waitFor();
      await page.getByText(/You checked in at .* today\./).waitFor();
      await page.goto(`/profile/${FRANCK.id}`);
      await page.getByRole('row').nth(1).waitFor();
      expect((await franck.ownHistory()).filter(({ status }) => status === 'present')).toHaveLength(1);
      expect(problems).toEqual([]);
      await close();
    });
  });
}

/** Journeys in front of a working camera, of a person who is registered and marked. */
export function faceJourneys(context: CameraContext): void {
  const franck = asFranck(context);

  describe('a face at the camera', () => {
    it('is listed as missing when the dialog is closed during registration', async () => {
      const { page, close } = await visitWithCamera(context.setup, context.setup.server.url);
      await signInDirectly(page, context.setup.server.url, 'admin');
      await disableGuidance(page);
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Register New User' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Left Early');
      await dialog.getByRole('textbox', { name: 'User ID' }).fill('LE-1');
      await dialog.getByRole('textbox', { name: 'Username' }).fill('left.early');
      await dialog.locator('input[type=password]').fill('secret123');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await recordConsent(dialog, 'Left Early');
      await dialog.getByRole('timer').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Capture face of Left Early' }).waitFor();
      await close();
    });

    it.each<[string, () => Promise<readonly ClipFrame[]> | readonly ClipFrame[], RegExp]>([
      ['somebody else', () => context.setup.otherMan, /This face does not match your registered face\./],
      ['nobody', () => context.setup.scenes.nobody(), /No face found\./],
      ['two people', () => context.setup.scenes.twoPeople(), /More than one face in the picture\./],
      ['darkness', () => context.setup.scenes.franckInTheDark(), /It is too dark\./],
    ])('is refused with the reason when the camera shows %s', async (_, clip, sentence) => {
      await context.setup.camera.show(await clip());
      const { page, problems, close } = await franck.visit();
      await disableGuidance(page);
      await page.goto('/dashboard');
      await openMarkDialog(page);
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      const help = 'Face recognition failed. Please try again or contact admin.';
      // One locator for everything, because the dialog resets itself after five seconds.
      await page
        .getByRole('dialog')
        .filter({ has: page.getByRole('alert').filter({ hasText: sentence }).filter({ hasText: help }) })
        .filter({ has: page.getByRole('button', { name: 'Try Again' }) })
        .waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('passes the liveness challenge when it follows the instructions, and a still photo does not', async () => {
      await setLiveness(context.setup.server, 'always');
      try {
        const living = await franck.visit();
        // From a raised chin, a lowered one is a nod.
        await installScriptedCamera(living.page, context.setup.franck, 'chinUp');
        await disableAutoCapture(living.page);
        let sent = 0;
        living.page.on('request', (request) => {
          if (request.url().endsWith('/mark-attendance-with-image')) sent += 1;
        });
        await living.page.goto('/dashboard');
        await openMarkDialog(living.page);
        await living.page.getByRole('button', { name: 'Capture & Recognize' }).click();
        await living.page.getByText(/^Step 1 of/).waitFor({ timeout: 40_000 });
        await living.page.getByText('You’re already checked in').waitFor({ timeout: 40_000 });
        // The first picture, then one call for each of the three or four steps.
        expect([4, 5]).toContain(sent);
        await living.close();

        await context.setup.camera.show(await context.setup.scenes.franckStill());
        const still = await franck.visit();
        await disableAutoCapture(still.page);
        await still.page.clock.install();
        await still.page.goto('/dashboard');
        await openMarkDialog(still.page);
        await still.page.getByRole('button', { name: 'Capture & Recognize' }).click();
        await still.page.getByText(/^Step 1 of/).waitFor({ timeout: 40_000 });
        // The photo does not move, so the step times out and the server is asked.
        await still.page.clock.fastForward(8_000);
        await still.page.getByRole('alert').getByText('The movement was not seen.').waitFor();
        await still.close();
      } finally {
        await setLiveness(context.setup.server, 'step-up');
      }
    });

    it('is marked once when the server is killed between the capture and its answer', async () => {
      const { page, problems, close } = await franck.visit();
      // Two captures follow; the same picture twice would be refused as a recording.
      await installScriptedCamera(page, context.setup.franck);
      await disableGuidance(page);
      await page.goto('/dashboard');
      await openMarkDialog(page);
      const unused = context.setup.franck.ahead.length - 2;
      await holdPicture(page, unused);
      await page.route('**/mark-attendance-with-image', async (route) => {
        // The server marks the attendance, but its answer is lost.
        await route.fetch().catch(() => undefined);
        await context.setup.server.kill();
        await route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      await page
        .getByRole('alert')
        .getByText(/The connection was lost/)
        .waitFor();
      await page.unroute('**/mark-attendance-with-image');

      const { dataDir, url } = context.setup.server;
      context.setup.server = await startServer({
        ...SERVER_CLOCK,
        dataDir,
        env: { ...SERVER_CLOCK.env, PORT: new URL(url).port },
      });
      await waitForFaceEngine(url);
      await holdPicture(page, unused + 1);
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      await page.getByText('You’re already checked in').waitFor();
      expect((await franck.ownHistory()).map(({ status }) => status)).toEqual(['present']);
      expect(problems).toEqual([]);
      await close();
    });
  });
}
