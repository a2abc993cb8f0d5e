import { writeFile } from 'node:fs/promises';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE } from '@rollcall/face/testing/people.fixtures';
import { compareWithBrowser } from './parity-browser.ts';
import { collectTrials, NETWORKS } from './parity-inputs.ts';
import { fromRoot } from './parity-packages.ts';
import { compareTidied } from './parity-recogniser.ts';
import { runOriginals } from './parity-tflite.ts';

/** Half-precision weights and another order of summation: what remains must be far below what a network notices. */
const ALLOWED = 1e-3;

const read = await openFixtures('people');
const photos = FIXTURE_PEOPLE.map(({ enrol }) => read(enrol[0] ?? ''));
const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const { trials, alignedFaces } = await collectTrials(models, photos);
const tidied = await compareTidied(models, alignedFaces);
const originals = await runOriginals(trials);

const conversion = NETWORKS.flatMap((network) =>
  (['random', 'real'] as const).map((kind) => {
    let difference = 0;
    let largest = 0;
    let count = 0;
    trials.forEach((trial, i) => {
      if (trial.network !== network || trial.kind !== kind) return;
      count++;
      // The interpreter may list outputs in another order: they are told apart by their length and nearness.
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
  tidied_recogniser: tidied,
  browser,
};
console.table(conversion);
console.log('recogniser, published against tidied', tidied);
console.table(browser);
await writeFile(fromRoot('bench/results/parity.json'), `${JSON.stringify(result, null, 2)}\n`);
const wrong = [
  ...conversion.filter(({ relative }) => !(relative <= ALLOWED)),
  ...browser.filter(({ one_minus_cosine }) => !(one_minus_cosine <= ALLOWED)),
];
if (wrong.length > 0 || !(tidied.max_one_minus_cosine <= ALLOWED)) {
  console.error('Parity is NOT given.', wrong);
  process.exitCode = 1;
}
