import {
  type CameraStage,
  openMarking,
  visitWithCamera,
  withoutAutomatic,
} from '@rollcall/e2e/kit/camera-stage';
import { arriveSignedIn } from '@rollcall/e2e/kit/sign-in';
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

/** What the first few leave behind (code, caches) is not growth. */
const WARM_UP = 10;
/** In every so many, the guide is waited for; in the others it is cut off while loading, as by a hurried person. */
const WITH_GUIDE = 10;

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
  await openMarking(page);
  if (index % WITH_GUIDE === 0) await page.getByText(/^(Hold still|Good)\./).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Opens and closes the camera window over and over in one page. */
export async function measureRounds(stage: CameraStage, rounds: number): Promise<Rounds> {
  const { page, problems, close } = await visitWithCamera(stage, stage.server.url);
  await arriveSignedIn(page, stage.server.url, 'user');
  await withoutAutomatic(page);
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
  // Put there by the script above.
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
