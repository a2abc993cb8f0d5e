import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { passes } from '../kit/appears.ts';
import {
  type CameraJourney,
  CLOCK,
  callAs,
  engineReady,
  openMarking,
  setLiveness,
  visitWithCamera,
  withoutAutomatic,
} from '../kit/camera-stage.ts';
import type { Shot } from '../kit/fake-camera.ts';
import { showWhoObeys } from '../kit/obedient-camera.ts';
import { arriveSignedIn } from '../kit/sign-in.ts';
import { startServer } from '../kit/start-server.ts';

const MAN = { name: 'Franck Dupont', id: 'FR-1', username: 'franck', password: 'secret123' };

/** Lets the page's time run faster until something is there. */
async function hurry(page: Page, until: Locator): Promise<void> {
  while (!(await until.isVisible())) {
    await page.clock.fastForward(1_000);
    await page.waitForTimeout(50);
  }
}

/** Journeys of somebody in front of a camera that works. */
export function faceJourneys(on: CameraJourney): void {
  let token: string;

  /** The man's dashboard, signed in without the page. */
  async function asTheMan(url = on.stage.server.url) {
    const visitor = await visitWithCamera(on.stage, url);
    const { page } = visitor;
    const response = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: MAN.username, password: MAN.password }),
    });
    const { access_token, user } = await response.json();
    token = access_token;
    await page.addInitScript(
      ([key, person]) => {
        localStorage.setItem('token', key ?? '');
        localStorage.setItem('userRole', 'user');
        localStorage.setItem('currentUser', person ?? '');
      },
      [access_token, JSON.stringify(user)],
    );
    return visitor;
  }

  const ownHistory = async (url = on.stage.server.url) => {
    const answer = await callAs(url, token, 'GET', '/user/my-attendance');
    return answer.attendance as readonly { date: string; status: string }[]; // the contract of this call
  };

  describe('a face at the camera', () => {
    it('is registered in three steps, photo by photo, and one can be taken again', async () => {
      await on.stage.camera.show(await on.stage.scenes.stills());
      const { page, problems, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await page.clock.install();
      await arriveSignedIn(page, on.stage.server.url, 'admin');
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Register New User' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(MAN.name);
      await dialog.getByRole('textbox', { name: 'User ID' }).fill(MAN.id);
      await dialog.getByRole('textbox', { name: 'Username' }).fill(MAN.username);
      await dialog.locator('input[type=password]').fill(MAN.password);
      await dialog.getByRole('button', { name: 'Next' }).click();
      await page.getByText(`User ${MAN.name} registered successfully!`).waitFor();
      await dialog.getByRole('button', { name: 'Start Camera' }).click();
      for (const count of ['3', '2', '1']) await dialog.getByRole('timer').getByText(count).waitFor();
      // One countdown as people see it; the others are the same.
      await dialog.getByRole('img', { name: 'Photo 1' }).waitFor();
      const retake = dialog.getByRole('button', { name: 'Retake photo 2' });
      await hurry(page, retake);
      expect(await dialog.locator('video').count()).toBe(0);
      await dialog.getByText('Good').nth(2).waitFor();

      const second = dialog.getByRole('img', { name: 'Photo 2' });
      const before = await second.getAttribute('src');
      await on.stage.camera.show(on.stage.film.calm);
      await retake.click();
      await dialog.getByRole('timer').waitFor();
      await hurry(page, retake);
      expect(await second.getAttribute('src')).not.toBe(before);

      await dialog.getByRole('button', { name: 'Register Face' }).click();
      await dialog.getByText('Face registered successfully with 3/3 photos!').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('tab', { name: 'Manage Users' }).click();
      await page.getByRole('searchbox').fill(MAN.id);
      // The administrator's quick way: three images in a row, in place of what was there.
      await page.getByRole('button', { name: `Recapture face of ${MAN.name}` }).click();
      const counted = passes(page, ['0 of 3 images', '1 of 3 images', '2 of 3 images']);
      await dialog.getByRole('button', { name: 'Capture Face' }).click();
      await counted;
      await page.getByText('Face registered successfully with 3/3 photos!').waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
      await close();
    });

    it('leaves nothing half-registered when the window is closed: the list says what is missing', async () => {
      const { page, close } = await visitWithCamera(on.stage, on.stage.server.url);
      await arriveSignedIn(page, on.stage.server.url, 'admin');
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Register New User' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Left Early');
      await dialog.getByRole('textbox', { name: 'User ID' }).fill('LE-1');
      await dialog.getByRole('textbox', { name: 'Username' }).fill('left.early');
      await dialog.locator('input[type=password]').fill('secret123');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByRole('button', { name: 'Start Camera' }).click();
      await dialog.getByRole('timer').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Capture face of Left Early' }).waitFor();
      await close();
    });

    it('marks its owner by itself when it is held still: in the dashboard and the history at once', async () => {
      await on.stage.camera.show(on.stage.film.calm);
      const { page, problems, close } = await asTheMan();
      await page.goto('/dashboard');
      await page.getByText('You are not in the register yet today.').waitFor();
      await openMarking(page);
      const dialog = page.getByRole('dialog');
      // All of it in one look: it closes by itself, and nothing is reloaded.
      await dialog
        .filter({ has: page.getByText('Checked in', { exact: true }) })
        .filter({ hasText: MAN.name })
        .filter({ hasText: /On Time|Late|Very Late/ })
        .waitFor({ timeout: 40_000 });
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(/^Attendance marked at/).waitFor();
      await page.getByText(/You are in the register today, at/).waitFor();
      await page.goto(`/profile/${MAN.id}`);
      await page.getByRole('row').nth(1).waitFor();
      expect((await ownHistory()).filter(({ status }) => status === 'present')).toHaveLength(1);
      expect(problems).toEqual([]);
      await close();
    });

    it.each<[string, () => Promise<readonly Shot[]> | readonly Shot[], RegExp]>([
      ['somebody else', () => on.stage.another, /This face does not match your registered face\./],
      ['nobody', () => on.stage.scenes.nobody(), /No face found\./],
      ['two people', () => on.stage.scenes.twoPeople(), /More than one face in the picture\./],
      ['darkness', () => on.stage.scenes.darkness(), /It is too dark\./],
    ])('with %s in front of it is refused, and says why', async (_, clip, sentence) => {
      await on.stage.camera.show(await clip());
      const { page, problems, close } = await asTheMan();
      await withoutAutomatic(page);
      await page.goto('/dashboard');
      await openMarking(page);
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      const help = 'Face recognition failed. Please try again or contact admin.';
      // In one look: it is ready again by itself after five seconds.
      await page
        .getByRole('dialog')
        .filter({ has: page.getByRole('alert').filter({ hasText: sentence }).filter({ hasText: help }) })
        .filter({ has: page.getByRole('button', { name: 'Try Again' }) })
        .waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('passes `always` when it does what it is asked, and a still picture of it does not', async () => {
      await setLiveness(on.stage.server, 'always');
      try {
        const living = await asTheMan();
        await showWhoObeys(living.page, on.stage.film.poses);
        await withoutAutomatic(living.page);
        await living.page.goto('/dashboard');
        await openMarking(living.page);
        await living.page.getByRole('button', { name: 'Capture & Recognize' }).click();
        await living.page.getByText(/^Step 1 of/).waitFor({ timeout: 40_000 });
        await living.page.getByText('You were checked in already').waitFor({ timeout: 40_000 });
        await living.close();

        await on.stage.camera.show(await on.stage.scenes.still());
        const still = await asTheMan();
        await withoutAutomatic(still.page);
        await still.page.clock.install();
        await still.page.goto('/dashboard');
        await openMarking(still.page);
        await still.page.getByRole('button', { name: 'Capture & Recognize' }).click();
        await still.page.getByText(/^Step 2 of/).waitFor({ timeout: 40_000 });
        // Nobody moves: each stage is given up after its time. The clock is left alone once the pictures are sent.
        const asked = async () => (await still.page.getByText(/^Step \d of/).allInnerTexts())[0];
        for (let step = await asked(); step; step = await asked()) {
          await still.page.clock.fastForward(7_000);
          await still.page.getByText(step, { exact: true }).waitFor({ state: 'detached' });
        }
        await still.page.getByRole('alert').getByText('The movement was not seen.').waitFor();
        await still.close();
      } finally {
        await setLiveness(on.stage.server, 'step-up');
      }
    });

    it('is counted once when the server dies between the picture and the answer', async () => {
      const { page, problems, close } = await asTheMan();
      // Two pictures are taken, and the same one twice would be a recording.
      await showWhoObeys(page, on.stage.film.poses);
      await withoutAutomatic(page);
      await page.goto('/dashboard');
      await openMarking(page);
      await page.route('**/mark-attendance-with-image', async (route) => {
        // The server has done its work; nobody hears of it.
        await route.fetch().catch(() => undefined);
        await on.stage.server.kill();
        await route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      await page
        .getByRole('alert')
        .getByText(/The server stopped answering/)
        .waitFor();
      await page.unroute('**/mark-attendance-with-image');

      const { dataDir, url } = on.stage.server;
      on.stage.server = await startServer({
        ...CLOCK,
        dataDir,
        env: { ...CLOCK.env, PORT: new URL(url).port },
      });
      await engineReady(url);
      await page.getByRole('button', { name: 'Capture & Recognize' }).click();
      await page.getByText('You were checked in already').waitFor();
      expect((await ownHistory()).map(({ status }) => status)).toEqual(['present']);
      expect(problems).toEqual([]);
      await close();
    });
  });
}
