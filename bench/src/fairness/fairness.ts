import { parseArgs } from 'node:util';
import type { AgeBand } from '@rollcall/core/faces/face.types';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { fromRoot, isPublished, saveResult } from '../shared/results.ts';
import { falseMatches, misses, type Rules, rowsOf, searches } from './comparisons.ts';
import { foundInstitution, type Photo } from './institution.ts';
import { embedPhotos, type LabelledPhoto, readLabels } from './labelled-photos.ts';
import { RateCounter } from './rates.ts';

const { values } = parseArgs({
  options: {
    images: { type: 'string' },
    labels: { type: 'string' },
    cache: { type: 'string' },
    /** Sets that name nobody, in which some people are shown twice. */
    anonymous: { type: 'string', default: '' },
    twice: { type: 'string', default: '0.6' },
  },
});
if (values.images === undefined || values.labels === undefined) {
  console.error(
    'Usage: npm run bench:fairness -- --images DIR --labels FILE.tsv [--cache FILE] [--anonymous SET,SET] [--twice SCORE]',
  );
  process.exit(2);
}

/** What was accepted before faces were compared with what is usual for each picture, of three photos. */
const EARLIER_THRESHOLD = 0.441;

/** Who is enrolled together. */
interface Kind {
  readonly name: string;
  readonly ages: AgeBand;
  readonly has: (age: number | null) => boolean;
}
const INSTITUTIONS: readonly Kind[] = [
  { name: 'under five', ages: 'under_12', has: (age) => age !== null && age < 5 },
  { name: 'primary school, 5 to 11', ages: 'under_12', has: (age) => age !== null && age >= 5 && age <= 11 },
  {
    name: 'secondary school, 12 to 17',
    ages: 'from_12',
    has: (age) => age !== null && age >= 12 && age <= 17,
  },
  { name: 'workplace, adults', ages: 'adults', has: (age) => age === null || age >= 18 },
];

const hasFace = (photo: LabelledPhoto): photo is Photo => photo.embedding !== null;

/** Photos in which no face is found or which the gate refuses, by row. */
function refusals(photos: readonly LabelledPhoto[]) {
  const counters = new Map<string, { noFace: RateCounter; refused: RateCounter }>();
  for (const photo of photos) {
    const rows = rowsOf({ ...photo, embedding: photo.embedding ?? new Float32Array() });
    for (const row of rows) {
      const counter = counters.get(row) ?? { noFace: new RateCounter(), refused: new RateCounter() };
      counters.set(row, counter);
      counter.noFace.count(photo.person, photo.attendance === 'no_face');
      counter.refused.count(photo.person, photo.attendance !== 'ok');
    }
  }
  return Object.fromEntries(
    [...counters]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([row, { noFace, refused }]) => [
        row,
        { no_face: noFace.result(), refused_at_a_check_in: refused.result() },
      ]),
  );
}

/** The fixed threshold that misses as many as the product does. */
function equalThreshold(scores: readonly number[], missed: number): number {
  const sorted = scores.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.round(missed * sorted.length))] ?? 1;
}

const { labels, sha256 } = await readLabels(values.labels);
const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const engine = await createNodeFaceEngine({ models, threads: 2, queueDepth: 50 });
const photos = await embedPhotos(engine, values.images, labels, values.cache);
await engine.close();
const { profile } = engine;

const anonymous = new Set(values.anonymous.split(',').filter((name) => name !== ''));
const thresholds = {
  adults: profile.verifyThreshold,
  from_12: profile.verifyThresholdFrom12,
  under_12: profile.verifyThresholdUnder12,
};
const institutions = INSTITUTIONS.flatMap(({ name, ages, has }) => {
  const own = photos.filter(hasFace).filter(({ age }) => has(age));
  if (own.length === 0) return [];
  const institution = foundInstitution(name, own, profile, { twice: Number(values.twice), anonymous });
  console.log(`${name}: ${institution.members.length} people, ${institution.probes.length} photos`);
  const rules: Rules = { profile, ages, earlier: EARLIER_THRESHOLD, fixed: thresholds };
  const { rows, scores } = misses(institution, rules);
  // What a fixed threshold would give that refuses no more of the right people.
  const all = Object.entries(rows).filter(([row]) => row.endsWith(', all'));
  const hits = all.reduce((sum, [, by]) => sum + (by.product?.hits ?? 0), 0);
  const equal = equalThreshold(scores, scores.length === 0 ? 0 : hits / scores.length);
  const found = falseMatches(institution, { ...rules, fixed: { ...thresholds, equal_misses: equal } });
  return [
    {
      name,
      ages,
      people: institution.members.length,
      left_out_as_shown_twice: institution.twice,
      equal_misses_threshold: scores.length === 0 ? null : Number(equal.toFixed(3)),
      false_matches: found,
      misses: rows,
      searches: searches(institution, rules),
    },
  ];
});

const result = {
  what: 'Photos of people who are enrolled together; a false match is a photo claimed to be another enrolled person of the same sex and about the same age. Intervals by resampling people.',
  model: profile.modelId,
  pairs_sha256: sha256,
  photos: photos.length,
  sets: Object.fromEntries(
    [...new Set(labels.map(({ set }) => set))].map((set) => [
      set,
      labels.filter((label) => label.set === set).length,
    ]),
  ),
  earlier: { threshold: EARLIER_THRESHOLD, photos: 3 },
  thresholds,
  institutions,
  pictures: refusals(photos),
};
if (await isPublished('fairness', sha256)) await saveResult('fairness', result);
else {
  console.log(JSON.stringify(result, null, 2));
  console.log('Not kept in bench/results, which holds the figures of other pictures.');
}
