import { enrolFace, openCameraSetup } from '@rollcall/e2e/kit/camera/camera-setup';
import { saveResult } from '../shared/results.ts';
import { percentile } from '../shared/timing.ts';
import { measureCaptures, measureRounds } from './measure-camera.ts';

/** `npm run bench:camera`: time from capture to result, and leaks of the camera dialog, in Chromium on the built server. */
const CAPTURES = 30;
const ROUNDS = 100;
/** Heap growth per round below this is noise of the garbage collector. */
const NOISE_KB = 20;

const setup = await openCameraSetup();
try {
  await enrolFace(setup.server, 'STU001', await setup.scenes.franckEnrolment());
  const captures = await measureCaptures(setup, CAPTURES);
  const rounds = await measureRounds(setup, ROUNDS);
  const of = (pick: (capture: (typeof captures)[number]) => number) => {
    const sorted = captures.map(pick).sort((a, b) => a - b);
    return {
      p50: percentile(sorted, 50),
      p95: percentile(sorted, 95),
      max: percentile(sorted, 100),
      samples: sorted.length,
    };
  };
  const on_screen_ms = of(({ onScreenMs }) => onScreenMs);
  const server_ms = of(({ serverMs }) => serverMs);
  await saveResult('camera', {
    what: 'Chromium with a fake camera (video of one man, 640 x 480), the built server on the embedded database and the guide in its worker, all on this machine',
    on_screen_ms,
    server_ms,
    open_and_close: rounds,
    holds:
      on_screen_ms.p95 < 2000 &&
      server_ms.p95 < 1000 &&
      rounds.tracks_ended === rounds.tracks &&
      rounds.page_errors === 0 &&
      rounds.growth_kb_per_round < NOISE_KB,
  });
} finally {
  await setup.close();
}
