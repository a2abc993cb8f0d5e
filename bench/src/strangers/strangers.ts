import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Comparison } from '@rollcall/core/faces/matching/nearness.rules';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { fromRoot, isPublished, saveResult } from '../shared/results.ts';
import { subjectOf } from './enrolled.ts';
import { extrapolated } from './extrapolation.ts';
import { measureSize, strangersOnly } from './measure.ts';
import { listPhotos, readFaces } from './people.ts';
import { promiseOf } from './promise.ts';
import { RULES } from './rules.ts';
import { strangerTables } from './tables.ts';
import { withoutTwice } from './twice.ts';

/**
 * `npm run bench:strangers -- --photos NAME=DIR [--photos NAME=DIR]… [--anonymous NAME,NAME] [--twice SCORE] [--except FILE]
 * [--doubtful FILE] [--cache FILE]`:
 * how often a kiosk names a stranger, and how often it does not name who is enrolled, by the number of people. Each DIR has
 * one folder per person, and the folder's name tells people apart, in all sets together.
 */
const { values } = parseArgs({
  options: {
    photos: { type: 'string', multiple: true, default: [] },
    /** Sets that name nobody: their people are enrolled, and never strangers. */
    anonymous: { type: 'string', default: '' },
    /** Who scores this high with somebody else is not enrolled from those sets. */
    twice: { type: 'string', default: '0.5' },
    /** A list of folders that show somebody of another name, one in a line. */
    except: { type: 'string' },
    /** Such a list of folders that may do so, too: counted with them and without. */
    doubtful: { type: 'string' },
    cache: { type: 'string' },
  },
});
if (values.photos.length === 0) {
  console.error(
    'Usage: npm run bench:strangers -- --photos NAME=DIR [--photos NAME=DIR] [--anonymous NAME,NAME] [--twice SCORE] [--except FILE] [--doubtful FILE] [--cache FILE]',
  );
  process.exit(2);
}

/** So many people are enrolled, and so many galleries of that size are drawn. */
const SIZES = [
  { size: 30, galleries: 20 },
  { size: 100, galleries: 20 },
  { size: 300, galleries: 20 },
  { size: 1000, galleries: 20 },
  { size: 3000, galleries: 20 },
  { size: 5000, galleries: 60 },
];
/** So many were nowhere searched. */
const BEYOND = 10_000;
const SEED = 20_270_302;

const namesIn = async (file: string | undefined): Promise<ReadonlySet<string>> => {
  const text = file === undefined ? '' : await readFile(file, 'utf8');
  return new Set(text.split(/\r?\n/).filter((name) => name !== ''));
};
const [leftOut, doubtful] = [await namesIn(values.except), await namesIn(values.doubtful)];
const { files, sha256 } = await listPhotos(values.photos, leftOut);
const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const engine = await createNodeFaceEngine({ models, threads: 2, queueDepth: 50 });
const { people, withoutFace } = await readFaces(engine, files, values.cache);
await engine.close();

const isAnonymous = ({ set }: { readonly set: string }) => values.anonymous.split(',').includes(set);
const subjects = people.flatMap((person) => subjectOf(person) ?? []);
const named = subjects.filter((subject) => !isAnonymous(subject));
const unnamed = subjects.filter(isAnonymous);
const anonymous = withoutTwice(named, unnamed, Number(values.twice));
const crowd = { named, anonymous };
const comparison: Comparison = { profile: engine.profile, ages: 'adults', lookAlikes: [] };

const draws = SIZES.filter(({ size }) => size < named.length).map((draw) => ({
  ...draw,
  seed: SEED + draw.size,
}));
const sizes = draws.map((draw) => {
  const { size, galleries } = draw;
  console.log(`${galleries} galleries of ${size}`);
  return { people: size, galleries, rules: measureSize(crowd, comparison, RULES, draw) };
});
const largest = draws.at(-1);
const larger = [...SIZES.map(({ size }) => size), BEYOND].filter((size) => size > (largest?.size ?? 0));
const beyond = largest
  ? larger.map((size) => extrapolated(strangersOnly(named), comparison, size, largest))
  : [];

const certain = strangersOnly(named.filter(({ name }) => !doubtful.has(name)));
const promise = sizes.map(({ people: size, rules }, at) => {
  const draw = draws[at];
  if (!draw) throw new Error('Every size has its draw.');
  const { at_any_size } = measureSize(certain, comparison, { at_any_size: RULES.at_any_size }, draw);
  return {
    people: size,
    ...promiseOf(rules.at_any_size.strangers.one_photo.named),
    without_doubtful: at_any_size.strangers.one_photo.named,
  };
});

/** People of one kind among themselves resemble one another more than people of several sets do. */
const ALIKE = { size: 1000, galleries: 10, seed: SEED };
const sets = [...new Set(files.map(({ set }) => set))];
const withinSets = sets.flatMap((set) => {
  const own = named.filter((subject) => subject.set === set);
  if (own.length <= ALIKE.size) return [];
  const { fixed, at_any_size } = measureSize(strangersOnly(own), comparison, RULES, ALIKE);
  const namedBy = (rule: typeof fixed) => rule.strangers.one_photo.named;
  return [{ set, people: ALIKE.size, fixed: namedBy(fixed), one_in_1000: namedBy(at_any_size) }];
});

const { modelId, identifyThreshold, identifyMargin } = engine.profile;
const result = {
  what: 'How often a kiosk gives a stranger a name, and does not name somebody enrolled, by the number of people. Galleries drawn by chance; everybody with a name outside is a stranger. Intervals by drawing people anew.',
  model: modelId,
  pairs_sha256: sha256,
  photos: files.length,
  without_face: withoutFace,
  left_out_under_a_second_name: leftOut.size,
  doubtful_names: doubtful.size,
  sets: Object.fromEntries(
    sets.map((set) => [
      set,
      {
        photos: files.filter((file) => file.set === set).length,
        people: [...named, ...anonymous].filter((subject) => subject.set === set).length,
        anonymous: isAnonymous({ set }),
      },
    ]),
  ),
  people_with_names: named.length,
  enrolled_with_five_photos: [...named, ...anonymous].filter(({ isWhole }) => isWhole).length,
  anonymous_left_out: { from_score: Number(values.twice), people: unnamed.length - anonymous.length },
  fixed: { threshold: identifyThreshold, margin: identifyMargin },
  sizes,
  promise,
  within_one_set: withinSets,
  extrapolated: beyond,
};
for (const table of Object.values(strangerTables(result))) console.log(`${table.join('\n')}\n`);
if (await isPublished('strangers', sha256)) await saveResult('strangers', result);
else console.log('Not kept in bench/results, which holds the figures of other pictures.');
