import {
  type CameraStage,
  openMarking,
  visitWithCamera,
  withoutAutomatic,
} from '@rollcall/e2e/kit/camera-stage';
import { withGrain } from '@rollcall/e2e/kit/fake-camera-scenes';
import { arriveSignedIn } from '@rollcall/e2e/kit/sign-in';
import type { Page } from 'playwright-core';

const COPIES = 8;

export interface Capture {
  /** From the press of the button to the name on the screen. */
  readonly onScreenMs: number;
  /** From the request's first byte to the answer's. */
  readonly serverMs: number;
}

/** Measured inside the page: the test program's own waiting is not part of it. */
const pressAndWait = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
    const button = buttons.find(({ textContent }) => textContent?.includes('Capture & Recognize'));
    if (!button) throw new Error('There is no capture button.');
    const start = performance.now();
    button.click();
    // No named function in here: the compiler would give it a helper that the page does not have.
    for (;;) {
      await new Promise(requestAnimationFrame);
      const text = document.querySelector('[role=dialog]')?.textContent ?? '';
      if (/Checked in|were checked in/.test(text)) return performance.now() - start;
      if (/Not marked/.test(text)) throw new Error(text);
    }
  });

export async function measureCaptures(stage: CameraStage, count: number): Promise<Capture[]> {
  const { page, close } = await visitWithCamera(stage, stage.server.url);
  await arriveSignedIn(page, stage.server.url, 'user');
  await withoutAutomatic(page);
  await page.goto('/dashboard');
  const captures: Capture[] = [];
  for (let i = 0; i < count; i++) {
    // New to the server every time: a picture it has accepted is never accepted again.
    await stage.camera.show(await withGrain(stage.film.calm.slice(0, 4), COPIES));
    await openMarking(page);
    // The guide has come: it takes its share of the machine, as it does for everybody.
    await page.getByText(/^(Hold still|Good)\./).waitFor();
    const answered = page.waitForResponse('**/mark-attendance-with-image');
    // A refusal on the screen says more than an answer that never came.
    answered.catch(() => undefined);
    const onScreenMs = await pressAndWait(page);
    const response = await answered;
    await response.finished();
    const { requestStart, responseStart } = response.request().timing();
    captures.push({ onScreenMs, serverMs: responseStart - requestStart });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await close();
  return captures;
}
