import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { cosine } from '@rollcall/core/faces/matching/match.rules';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { fromRoot, isPublished } from '../shared/results.ts';
import { identification, ruleResult, runEnrolledTrial, usualMargin } from './identification.ts';
import { embedImages, personOf, readPairs } from './lfw-images.ts';
import { rocChart } from './roc-chart.ts';
import {
  acceptedAbove,
  bestThreshold,
  crossValidated,
  type Share,
  spreadOf,
  thresholdAt,
} from './statistics.ts';

const FALSE_ACCEPT_RATES = { '1e-3': 1e-3, '1e-4': 1e-4, '1e-5': 1e-5 } as const;

const { values } = parseArgs({
  options: { images: { type: 'string' }, pairs: { type: 'string' }, json: { type: 'string' } },
});
if (values.images === undefined || values.pairs === undefined) {
  console.error('Usage: npm run bench:accuracy -- --images DIR --pairs FILE.tsv [--json OUT]');
  process.exit(2);
}

const rounded = (value: number, digits = 4) => Number(value.toFixed(digits));
const interval = ({ low, high }: Share) => [rounded(low), rounded(high)];

/** True accept rates with their confidence intervals and thresholds, at each false accept rate. */
function rates(genuine: Float32Array, impostors: Float32Array) {
  const at = Object.entries(FALSE_ACCEPT_RATES).map(([name, rate]) => {
    const threshold = thresholdAt(impostors, rate);
    return { name, threshold, accepted: acceptedAbove(genuine, threshold) };
  });
  const collect = <T>(read: (entry: (typeof at)[number]) => T) =>
    Object.fromEntries(at.map((entry) => [entry.name, read(entry)]));
  return {
    tar_at_far: collect(({ accepted }) => rounded(accepted.value)),
    tar_at_far_ci95: collect(({ accepted }) => interval(accepted)),
    threshold_at_far: collect(({ threshold }) => rounded(threshold)),
    genuine_pairs: genuine.length,
    impostor_pairs: impostors.length,
  };
}

const pairs = await readPairs(values.pairs);
const pairs_sha256 = createHash('sha256')
  .update(await readFile(values.pairs))
  .digest('hex');
const images = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))].sort();
const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const engine = await createNodeFaceEngine({ models, threads: 2 });
const { embeddings, gate } = await embedImages(engine, values.images, images, 2);
await engine.close();

const noFace = images.filter((image) => embeddings.get(image) === null);
const scoreOf = (one: string, other: string): number => {
  const [a, b] = [embeddings.get(one), embeddings.get(other)];
  // An image without a face cannot be matched: it counts as an error.
  return a === null || a === undefined || b === null || b === undefined ? -1 : cosine(a, b);
};
const scored = pairs.map(({ one, other, same, fold }) => ({ score: scoreOf(one, other), same, fold }));
const { accuracy, perFold } = crossValidated(scored);

const found = images.flatMap((image) => {
  const embedding = embeddings.get(image);
  return embedding === null || embedding === undefined ? [] : [{ person: personOf(image), embedding }];
});
const impostorScores: number[] = [];
found.forEach((one, i) => {
  for (const other of found.slice(i + 1)) {
    if (one.person !== other.person) impostorScores.push(cosine(one.embedding, other.embedding));
  }
});
const single = {
  genuine: Float32Array.from(scored.filter((entry) => entry.same).map((entry) => entry.score)),
  impostors: Float32Array.from(impostorScores).sort(),
};
const trial = runEnrolledTrial(embeddings);
const search = identification(trial);
const singleRates = rates(single.genuine, single.impostors);
const enrolledRates = rates(trial.genuine, trial.impostors);

// How these thresholds are chosen; docs/MODELS.md explains it.
const suggested = {
  verifyThreshold: rounded(thresholdAt(trial.impostors, 1e-4), 3),
  identifyThreshold: rounded(thresholdAt(trial.impostors, 1e-5), 3),
  // Halved: in a larger gallery the second best is nearer.
  identifyMargin: rounded(usualMargin(trial) / 2, 3),
  agreeThreshold: rounded(thresholdAt(single.impostors, 1e-3), 3),
  usualSpread: rounded(spreadOf(single.impostors), 3),
};
const rule = ruleResult(trial, engine.profile);

const result = {
  measured_at: new Date().toISOString(),
  model: models.manifest.modelId,
  images: images.length,
  pairs: pairs.length,
  pairs_sha256,
  no_face: noFace.length,
  no_face_images: noFace,
  accuracy: rounded(accuracy.value),
  accuracy_ci95: interval(accuracy),
  accuracy_per_fold: perFold.map((value) => rounded(value)),
  threshold: rounded(bestThreshold(scored)),
  ...singleRates,
  enrolled_3: { people: trial.people, ...enrolledRates },
  rank1: rounded(search.rank1.value),
  rank1_ci95: interval(search.rank1),
  identification: {
    mated_probes: search.rank1.trials,
    stranger_probes: search.strangers,
    threshold_at_fpir_1pct: rounded(search.atOneInHundred.threshold),
    fnir_at_fpir_1pct: rounded(search.atOneInHundred.fnir.value),
    fnir_at_fpir_1pct_ci95: interval(search.atOneInHundred.fnir),
    with_the_default_rule: {
      fpir: rounded(rule.fpir.value),
      fpir_ci95: interval(rule.fpir),
      fnir: rounded(rule.fnir.value),
      fnir_ci95: interval(rule.fnir),
      misnamed: rounded(rule.misnamed.value),
    },
  },
  quality_gate: gate,
  suggested,
  note: 'LFW is mostly Western adults photographed by the press. It says little about children, other groups or school cameras.',
};

const text = `${JSON.stringify(result, null, 2)}\n`;
const write = async (file: string, content: string) => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
};
if (values.json !== undefined) await write(values.json, text);
const chart = rocChart(
  [
    { name: 'one photo against one photo', colour: '#5b6abf', ...single },
    { name: 'three enrolment photos', colour: '#0b7a5e', genuine: trial.genuine, impostors: trial.impostors },
  ],
  `Right people accepted, ${images.length} photos (LFW), ${models.manifest.modelId}`,
);
console.log(text);
// The landing page quotes bench/results: figures of other pictures do not belong there.
if (await isPublished('accuracy', pairs_sha256)) {
  await write(fromRoot('bench/results/accuracy.json'), text);
  await write(fromRoot('bench/results/accuracy-roc.svg'), chart);
} else console.log('Not kept in bench/results, which holds the figures of other pictures.');
