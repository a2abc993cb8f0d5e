import { writeFile } from 'node:fs/promises';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE } from '@rollcall/face/testing/people.fixtures';
import { fromRoot } from '../shared/results.ts';
import { compareWithBrowser } from './browser-engine.ts';
import { collectTrials, NETWORKS } from './network-trials.ts';
import { compareOptimised, runOriginals } from './original-models.ts';

/**
 * `npm run bench:parity`: the converted networks against the originals, and Node against the browser. Differences
 * come from half-precision weights and another order of summation, and must stay below this share.
 */
const ALLOWED = 1e-3;

const read = await openFixtures('people');
const photos = FIXTURE_PEOPLE.map(({ enrol }) => read(enrol[0] ?? ''));
const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const { trials, alignedFaces } = await collectTrials(models, photos);
const optimised = await compareOptimised(models, alignedFaces);
const originals = await runOriginals(trials);

const conversion = NETWORKS.flatMap((network) =>
  (['random', 'real'] as const).map((kind) => {
    let difference = 0;
    let largest = 0;
    let count = 0;
    trials.forEach((trial, i) => {
      if (trial.network !== network || trial.kind !== kind) return;
      count++;
      // The interpreter may list outputs in another order: they are matched by length and smallest difference.
      trial.outputs.forEach((ours) => {
        const candidates = (originals[i] ?? []).filter((theirs) => theirs.length === ours.length);
        const differences = candidates.map((theirs) =>
          ours.reduce((worst, value, at) => Math.max(worst, Math.abs(value - (theirs[at] ?? 0))), 0),
        );
        difference = Math.max(difference, Math.min(...differences));
        largest = ours.reduce((most, value) => Math.max(most, Math.abs(value)), largest);
      });
    });
    return {
      network,
      inputs: kind,
      trials: count,
      max_difference: difference,
      largest_output: largest,
      relative: difference / largest,
    };
  }),
);
const browser = await compareWithBrowser(models, photos);
const result = {
  measured_at: new Date().toISOString(),
  interpreter: '@litertjs/core 2.5.3 (WebAssembly, Chromium)',
  allowed_relative: ALLOWED,
  conversion,
  tidied_recogniser: optimised,
  browser,
};
console.table(conversion);
console.log('recogniser, published against optimised', optimised);
console.table(browser);
await writeFile(fromRoot('bench/results/parity.json'), `${JSON.stringify(result, null, 2)}\n`);
const wrong = [
  ...conversion.filter(({ relative }) => !(relative <= ALLOWED)),
  ...browser.filter(({ one_minus_cosine }) => !(one_minus_cosine <= ALLOWED)),
];
if (wrong.length > 0 || !(optimised.max_one_minus_cosine <= ALLOWED)) {
  console.error('The results differ by more than is allowed.', wrong);
  process.exitCode = 1;
}
