import { signInDirectly } from '@rollcall/e2e/kit/browser/sign-in';
import { withNoise } from '@rollcall/e2e/kit/camera/camera-scenes';
import {
  type CameraSetup,
  disableAutoCapture,
  openMarkDialog,
  visitWithCamera,
} from '@rollcall/e2e/kit/camera/camera-setup';
import type { CDPSession, Page } from 'playwright-core';

export interface Rounds {
  readonly rounds: number;
  readonly tracks: number;
  readonly tracks_ended: number;
  readonly page_errors: number;
  readonly heap_mb: { readonly before: number; readonly after: number };
  readonly growth_kb_per_round: number;
  readonly nodes: { readonly before: number; readonly after: number };
  readonly listeners: { readonly before: number; readonly after: number };
}

/** The first rounds load code and fill caches, which is no growth. */
const WARM_UP = 10;
/** Every tenth round waits for the guidance to load; the others close the dialog before that. */
const GUIDANCE_EVERY = 10;

async function measure(client: CDPSession) {
  for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heap: value('JSHeapUsedSize') / 2 ** 20,
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  };
}

async function round(page: Page, index: number): Promise<void> {
  await openMarkDialog(page);
  if (index % GUIDANCE_EVERY === 0) await page.getByText(/^(Hold still|Good)\./).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Opens and closes the camera dialog many times in one page and measures memory, nodes and listeners. */
export async function measureRounds(setup: CameraSetup, rounds: number): Promise<Rounds> {
  const { page, problems, close } = await visitWithCamera(setup, setup.server.url);
  await signInDirectly(page, setup.server.url, 'user');
  await disableAutoCapture(page);
  await page.addInitScript(() => {
    const seen = { opened: 0, ended: 0 };
    Object.assign(window, { cameraTracks: seen });
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const track of stream.getTracks()) {
        seen.opened += 1;
        const stop = track.stop.bind(track);
        track.stop = () => {
          if (track.readyState === 'live') seen.ended += 1;
          stop();
        };
      }
      return stream;
    };
  });
  await page.goto('/dashboard');
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  for (let i = 0; i < WARM_UP; i++) await round(page, i);
  const before = await measure(client);
  for (let i = 0; i < rounds; i++) await round(page, i);
  const after = await measure(client);
  // Set by the init script above.
  const { opened, ended } = await page.evaluate(
    () => (window as unknown as { cameraTracks: { opened: number; ended: number } }).cameraTracks,
  );
  await close();
  const mb = (value: number) => Number(value.toFixed(2));
  return {
    rounds,
    tracks: opened,
    tracks_ended: ended,
    page_errors: problems.length,
    heap_mb: { before: mb(before.heap), after: mb(after.heap) },
    growth_kb_per_round: mb(((after.heap - before.heap) * 1024) / rounds),
    nodes: { before: before.nodes, after: after.nodes },
    listeners: { before: before.listeners, after: after.listeners },
  };
}

const COPIES = 8;

interface Capture {
  /** From the press of the button to the name on the screen. */
  readonly onScreenMs: number;
  /** From the request's first byte to the answer's. */
  readonly serverMs: number;
}

/** Clicks the capture button and waits for the result; measured inside the page, without the test program's delays. */
const timeCapture = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
    const button = buttons.find(({ textContent }) => textContent?.includes('Capture & Recognize'));
    if (!button) throw new Error('There is no capture button.');
    const start = performance.now();
    button.click();
    // No named function here: the compiler would add a helper call that does not exist in the page.
    for (;;) {
      await new Promise(requestAnimationFrame);
      const text = document.querySelector('[role=dialog]')?.textContent ?? '';
      if (/Checked in|were checked in/.test(text)) return performance.now() - start;
      if (/Not checked in/.test(text)) throw new Error(text);
    }
  });

export async function measureCaptures(setup: CameraSetup, count: number): Promise<Capture[]> {
  const { page, close } = await visitWithCamera(setup, setup.server.url);
  await signInDirectly(page, setup.server.url, 'user');
  await disableAutoCapture(page);
  await page.goto('/dashboard');
  const captures: Capture[] = [];
  for (let i = 0; i < count; i++) {
    // New pictures every time: the server never accepts one twice.
    await setup.camera.show(await withNoise(setup.franck.ahead.slice(0, 4), COPIES));
    await openMarkDialog(page);
    // Waits for the guidance, which uses part of the CPU as it does for users.
    await page.getByText(/^(Hold still|Good)\./).waitFor();
    const answered = page.waitForResponse('**/mark-attendance-with-image');
    // If the capture fails, its message on the screen says more than this timeout.
    answered.catch(() => undefined);
    const onScreenMs = await timeCapture(page);
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
