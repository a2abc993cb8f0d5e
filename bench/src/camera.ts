import { enrol, openCameraStage } from '@rollcall/e2e/kit/camera-stage';
import { measureCaptures } from './camera-captures.ts';
import { measureRounds } from './camera-rounds.ts';
import { percentile, saveResult } from './results.ts';

/** The camera in a real browser against the built server: how long a person waits, and what is left behind. */
const CAPTURES = 30;
const ROUNDS = 100;
/** Below this, growth per round is what a garbage collector leaves lying about. */
const NOISE_KB = 20;

const stage = await openCameraStage();
try {
  await enrol(stage.server, 'STU001', await stage.scenes.stills());
  const captures = await measureCaptures(stage, CAPTURES);
  const rounds = await measureRounds(stage, ROUNDS);
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
  await stage.close();
}
