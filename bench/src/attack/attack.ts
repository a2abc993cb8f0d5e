import { parseArgs } from 'node:util';
import type { LivenessPolicy } from '@rollcall/core/faces/face.types';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE } from '@rollcall/face/testing/people.fixtures';
import { share } from '../accuracy/statistics.ts';
import { fromRoot, saveResult } from '../shared/results.ts';
import { seededRandom } from '../shared/seeded-random.ts';
import {
  anyFront,
  bareStill,
  bentStill,
  donorsOf,
  fixedRecording,
  flatStill,
  fromScreen,
  inPerson,
  type Means,
  mirroredTurns,
  moreThanAsked,
  pick,
  strangerMoves,
  swappedFace,
  touchedStill,
} from './attackers.ts';
import { type Filmed, openFilms, openFootage } from './footage.ts';
import { asCamera, decode, edit, encode, openEyes } from './pictures.ts';
import { sendAgain, tryPlaces } from './sequels.ts';
import { type Answers, openTarget, type Try } from './target.ts';

/**
 * `npm run bench:attack [-- --footage DIR --screens DIR --tries N]`: attacks on the product with its real networks, over its
 * API, as the person whose face was stolen. DIR has one folder of JPEG pictures for each person who was filmed; that of
 * `--screens` has, under the same names, pictures of a screen that shows them. What passes is printed as passing.
 */
const { values } = parseArgs({
  options: {
    footage: { type: 'string' },
    screens: { type: 'string' },
    tries: { type: 'string', default: '20' },
  },
});
const TRIES = Number(values.tries);
/** Genuine people try this many times as often: how many of them are refused is a small share. */
const GENUINE = 5;
/** Somebody with fewer filmed steps can hardly answer a challenge. */
const ENOUGH_STEPS = 4;

const random = seededRandom(20_261_117);

interface Result {
  readonly attack: string;
  readonly policy: LivenessPolicy;
  readonly passed: number;
  readonly tries: number;
  readonly rate: number;
  readonly ci95: readonly number[];
  /** Pictures sent for each try. */
  readonly pictures: number;
  readonly stopped_by: Record<string, number>;
}

function summary(attack: string, policy: LivenessPolicy, tries: readonly Try[]): Result {
  const passed = tries.filter((each) => each.passed).length;
  const { value, low, high } = share(passed, tries.length);
  const stopped_by: Record<string, number> = {};
  for (const { passed: isPassed, reason, asked } of tries) {
    if (isPassed) continue;
    const at = asked.length > 0 ? `${reason}, ${asked[asked.length - 1]}` : reason;
    stopped_by[at] = (stopped_by[at] ?? 0) + 1;
  }
  const round = (number: number) => Number(number.toFixed(3));
  const pictures = tries.reduce((sum, each) => sum + each.pictures, 0) / tries.length;
  const result = {
    attack,
    policy,
    passed,
    tries: tries.length,
    rate: round(value),
    ci95: [round(low), round(high)],
    pictures: round(pictures),
    stopped_by,
  };
  console.log(
    `${policy.padEnd(8)} ${attack.padEnd(34)} ${passed} of ${tries.length}  ${JSON.stringify(stopped_by)}`,
  );
  return result;
}

const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const engine = await createNodeFaceEngine({ models, threads: 2, queueDepth: 100, maxWaitMs: 600_000 });
const eyes = await openEyes(models, engine);
const means: Means = { random, eyes };
const target = await openTarget(engine);
const footage = await openFootage(engine, values.footage);
const screens = values.screens ? await openFilms(engine, values.screens) : [];

/** Somebody who is enrolled, and whose pictures an attacker has. */
interface Victim {
  readonly username: string;
  readonly film: Filmed | null;
  /** Photos that were not enrolled. */
  readonly stills: readonly Uint8Array[];
}
const victims: Victim[] = [];
for (const film of footage) {
  const username = await target.enrol(film.enrolment.map(({ jpeg }) => jpeg));
  if (username) victims.push({ username, film, stills: film.fronts.map(({ jpeg }) => jpeg) });
}
const readPeople = await openFixtures('people');
for (const person of FIXTURE_PEOPLE) {
  const small = async (path: string) =>
    encode(await edit(await decode(readPeople(path)), (image) => image.resize(960, 960, { fit: 'inside' })));
  const username = await target.enrol(await Promise.all(person.enrol.map(small)));
  const stills = await Promise.all(person.probes.map(small));
  if (username) victims.push({ username, film: null, stills });
}
const moving = victims.flatMap((victim) =>
  victim.film && victim.film.steps.size >= ENOUGH_STEPS ? [{ ...victim, film: victim.film }] : [],
);
const donors = await donorsOf(footage, eyes, 6);
console.log(`${victims.length} people, ${moving.length} of them moving, ${donors.length} pairs of eyelids`);

/**
 * Tries until enough of them count. `counts` leaves out those in which a film lacks what was asked, or the attack was not
 * needed.
 */
async function run(
  attack: string,
  policy: LivenessPolicy,
  make: (turn: number) => Promise<{ username: string; answers: Answers | null } | null>,
  counts: (each: Try) => boolean = () => true,
  wanted = TRIES,
): Promise<Result> {
  await target.setPolicy(policy);
  const tries: Try[] = [];
  for (let turn = 0; tries.length < wanted && turn < 12 * wanted; turn += 1) {
    const made = await make(turn);
    if (!made?.answers) continue;
    await target.forgetPictures();
    const each = await target.attempt(made.username, made.answers);
    if (counts(each)) tries.push(each);
  }
  return summary(attack, policy, tries);
}

const wasAnswered = ({ reason }: Try) => reason !== 'no_picture';
const take = <T>(list: readonly T[], turn: number): T | undefined => list[turn % list.length];
const films =
  (make: (victim: (typeof moving)[number], turn: number) => Promise<Answers | null> | Answers | null) =>
  async (turn: number) => {
    const victim = take(moving, turn);
    return victim ? { username: victim.username, answers: await make(victim, turn) } : null;
  };
const stills =
  (make: (still: Awaited<ReturnType<typeof decode>>, victim: Victim) => Promise<Answers | null>) =>
  async (turn: number) => {
    const victim = take(victims, turn);
    const still = victim && pick(victim.stills, random);
    if (!victim || !still) return null;
    const picture = await decode(still);
    return {
      username: victim.username,
      answers: await make(victim.film ? await asCamera(picture) : picture, victim),
    };
  };
const frontOf = (film: Filmed) => anyFront(film, random);

const POLICIES: readonly LivenessPolicy[] = ['step-up', 'always'];
const genuine: Result[] = [];
const injected: Result[] = [];
for (const policy of POLICIES)
  genuine.push(
    await run(
      'the person themselves',
      policy,
      films(({ film }) => inPerson(film, frontOf(film), means)),
      wasAnswered,
      GENUINE * TRIES,
    ),
  );
for (const policy of POLICIES) {
  injected.push(
    await run(
      'a still photo',
      policy,
      stills((still) => bareStill(still)),
    ),
  );
  injected.push(
    await run(
      '… cropped or blurred',
      policy,
      stills((still) => touchedStill(still, eyes)),
    ),
  );
}
injected.push(
  await run(
    '… squeezed and sheared',
    'always',
    stills((still) => flatStill(still, eyes)),
  ),
);
injected.push(
  await run(
    '… bent by the mesh',
    'always',
    stills((still) => bentStill(still, eyes, [])),
  ),
);
injected.push(
  await run(
    '… bent, with pasted eyelids',
    'always',
    stills((still) => bentStill(still, eyes, donors)),
  ),
);
injected.push(
  await run(
    'the face on somebody who moves',
    'always',
    stills(async (still, victim) => {
      const actor = pick(
        moving.filter(({ username }) => username !== victim.username),
        random,
      );
      return actor ? swappedFace(still, actor.film, frontOf(actor.film), means) : null;
    }),
    wasAnswered,
  ),
);
injected.push(
  await run(
    'one fixed recording',
    'always',
    films(({ film }) => fixedRecording(film, frontOf(film), means)),
    wasAnswered,
  ),
  await run(
    'more movements than asked',
    'always',
    films(({ film }) => moreThanAsked(film, frontOf(film), means)),
    wasAnswered,
  ),
);
for (const missing of ['turn_left', 'turn_right'] as const)
  injected.push(
    await run(
      `a mirrored ${missing === 'turn_left' ? 'right' : 'left'} turn`,
      'always',
      films(({ film }) => mirroredTurns(film, frontOf(film), missing, means)),
      (each) => wasAnswered(each) && each.asked.includes(missing),
    ),
  );
injected.push(
  await run(
    'somebody else moves',
    'always',
    films((victim) => {
      const stranger = pick(
        moving.filter(({ username }) => username !== victim.username),
        random,
      );
      return stranger ? strangerMoves(frontOf(victim.film), stranger.film, means) : null;
    }),
    wasAnswered,
  ),
  await run(
    'filmed from a screen',
    'always',
    films(({ film }) => fromScreen(film, frontOf(film), 'everything', means)),
    wasAnswered,
  ),
  await run(
    'movements filmed from a screen',
    'always',
    films(({ film }) => fromScreen(film, frontOf(film), 'movements', means)),
    wasAnswered,
  ),
);

const replayed = victims.flatMap(({ username, film }) => {
  const screen = screens.find(({ name }) => name === film?.name);
  return screen ? [{ username, screen }] : [];
});
if (replayed.length > 0)
  for (const policy of POLICIES)
    injected.push(
      await run(
        'a real screen before the camera',
        policy,
        async (turn) => {
          const each = take(replayed, turn);
          if (!each) return null;
          return { username: each.username, answers: inPerson(each.screen, frontOf(each.screen), means) };
        },
        wasAnswered,
      ),
    );

injected.push(
  summary(
    'pictures of an earlier check-in',
    'always',
    await sendAgain({ target, moving, tries: TRIES, means }),
  ),
);
const places = (await tryPlaces({ target, moving, tries: TRIES, means })).map(({ demand, code, tries }) => {
  const label = `demand ${demand}${code === 'guessed' ? ', a guessed code' : ''}`;
  const { passed, tries: count, rate, ci95, stopped_by } = summary(label, 'step-up', tries);
  return { demand, code, passed, tries: count, rate, ci95, stopped_by };
});

await saveResult('attack', {
  what: 'attacks over the API of the product with its real networks and without its limits of tries, signed in as the person whose face is shown; pictures are injected, as by a virtual camera',
  people: victims.length,
  people_filmed_moving: moving.length,
  people_on_a_real_screen: replayed.length,
  tries_each: TRIES,
  genuine: genuine.map(({ attack: _, passed, tries, rate, ci95, ...rest }) => ({
    ...rest,
    accepted: passed,
    tries,
    accepted_at_first_try: rate,
    ci95,
  })),
  injected,
  places,
});
await target.close();
await eyes.close();
await engine.close();
