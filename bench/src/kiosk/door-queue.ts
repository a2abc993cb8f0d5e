import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { addKiosk, kioskIsReady, pairKiosk } from '@rollcall/e2e/kit/camera/kiosk-page';
import { seededRandom } from '../shared/seeded-random.ts';
import { percentile } from '../shared/timing.ts';
import { openDoorBrowser } from './door-browser.ts';
import { type Visit, visitDoor } from './door-camera.ts';
import type { PhotoPeople } from './door-pictures.ts';
import {
  type DoorPerson,
  enrolPeople,
  importPeople,
  openDoorSchool,
  ownerSignedInNow,
} from './door-school.ts';
import { flatness, type MemorySample, openMemoryProbe } from './page-memory.ts';

/** Wall between two people: the one steps aside, the next steps up. */
const WALL_MS = 600;
/** Whoever is refused looks once more, and leaves. */
const MOST_LOOKS = 2;
/** Whoever is not looked at leaves. */
const GIVE_UP_MS = 6_000;
/** The memory is looked at after so many people; more often in a short run, which has to have quarters too. */
const MEMORY_EVERY = 50;
const LEAST_SAMPLES = 8;
/** Before the first who is counted: code is loaded and caches are filled. */
const WARM_UP = 3;

type Visitor = Pick<DoorPerson, 'door' | 'name'> & {
  /** Null for a stranger. */
  readonly code: string | null;
  readonly kind: 'other' | 'copy' | 'stranger';
};

interface Served extends Visit {
  readonly code: string | null;
  readonly kind: Visitor['kind'];
}

/**
 * Strangers come in between, at places that are the same in every run. Where the folder has fewer people than are to come,
 * the first of the enrolled come a second time at the end.
 */
function inLine(people: readonly Visitor[], strangers: readonly Visitor[], visits: number): Visitor[] {
  const random = seededRandom(4711);
  const line = [...people, ...strangers]
    .map((visitor) => ({ visitor, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ visitor }) => visitor);
  return [...line, ...people.slice(0, Math.max(0, visits - line.length))];
}

async function openStrangers(photos: PhotoPeople, from: number, count: number): Promise<Visitor[]> {
  const strangers: Visitor[] = [];
  for (let at = from; strangers.length < count && at < photos.count; at += 1) {
    const person = await photos.open(at);
    if (person) strangers.push({ ...person, code: null, kind: 'stranger' });
  }
  return strangers;
}

const isNamed = (served: Served): boolean => served.looks.at(-1)?.answer === 'marked';
/** The screen shows the first name and an initial; the first name is the number here. */
const nameOnScreen = ({ looks }: Served): string | null => looks.at(-1)?.name?.split(' ')[0] ?? null;

const times = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    max: percentile(sorted, 100),
    samples: sorted.length,
  };
};

const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(words)].toSorted().map((word) => [word, words.filter((each) => each === word).length]),
  );

/** What became of people of one kind. */
function summary(served: readonly Served[]) {
  const named = served.filter(isNamed);
  const away = served.filter((each) => !isNamed(each));
  return {
    people: served.length,
    named_right: named.filter((each) => each.code !== null && nameOnScreen(each) === each.code).length,
    wrong_names: named.filter((each) => nameOnScreen(each) !== each.code).length,
    not_named: away.length,
    /** Of those who left without a name: what the screen said last. */
    not_named_by_reason: tally(
      away.map(({ looks, notAsked }) => looks.at(-1)?.answer ?? `not asked: ${notAsked || 'no face'}`),
    ),
    second_looks: served.filter(({ looks }) => looks.length > 1).length,
    named_at_the_second_look: named.filter(({ looks }) => looks.length > 1).length,
  };
}

interface QueueOptions {
  readonly people: number;
  readonly strangers: number;
  /** How many come at least. */
  readonly visits: number;
  readonly liveness: 'burst' | 'off';
}

/** People of photos come to one kiosk, one right behind the other. */
export async function measureQueue(
  photos: PhotoPeople,
  { people: count, strangers, visits, liveness }: QueueOptions,
) {
  const school = await openDoorSchool();
  const profile = await mkdtemp(join(tmpdir(), 'rollcall-door-'));
  const { url } = school.server;
  try {
    await importPeople(school, count);
    const enrolled = await enrolPeople(school, photos, count);
    console.log(`${enrolled.people.length} people enrolled in ${enrolled.seconds} s`, enrolled.refused);
    const guests = await openStrangers(photos, enrolled.next, strangers + WARM_UP);
    const known = enrolled.people.map(
      ({ door, name, code, doorPhoto }): Visitor => ({ door, name, code, kind: doorPhoto }),
    );
    const line = inLine(known, guests.slice(WARM_UP), visits);

    const tablet = await openDoorBrowser(profile, url);
    try {
      const { page } = tablet;
      const owner = await ownerSignedInNow(school);
      const kioskId = await addKiosk(owner, { liveness });
      await page.goto(`${url}/kiosk`);
      await pairKiosk(page, owner, kioskId);
      await kioskIsReady(page);
      const serve = (jpeg: string) =>
        visitDoor(page, jpeg, { wallMs: WALL_MS, mostLooks: MOST_LOOKS, giveUpMs: GIVE_UP_MS });
      for (const { door } of guests.slice(0, WARM_UP)) await serve(door);
      const measure = await openMemoryProbe(tablet);
      const samples: MemorySample[] = [await measure(0)];
      const load = loadavg().map((each) => Number(each.toFixed(2)));
      const every = Math.max(1, Math.min(MEMORY_EVERY, Math.floor(line.length / LEAST_SAMPLES)));
      const served: Served[] = [];
      let runMs = 0;
      for (const { door, code, kind } of line) {
        const began = performance.now();
        const visit = await serve(door);
        runMs += performance.now() - began;
        served.push({ ...visit, code, kind });
        if (served.length % every === 0) {
          samples.push(await measure(served.length));
          const perMinute = (served.length / runMs) * 60_000;
          console.log(`${served.length} of ${line.length} people, ${perMinute.toFixed(1)} a minute`);
        }
      }
      return {
        ...result(served, runMs),
        came_a_second_time: line.length - new Set(line).size,
        load_before: load,
        liveness,
        enrolled: enrolledFigures(enrolled, photos),
        memory: { samples, ...flatness(samples) },
      };
    } finally {
      await tablet.kill();
    }
  } finally {
    await school.server.remove();
    await rm(profile, { recursive: true, force: true });
  }
}

function enrolledFigures(
  { people, refused, leftOut, seconds }: Awaited<ReturnType<typeof enrolPeople>>,
  photos: PhotoPeople,
) {
  return {
    people: people.length,
    with_another_photo_at_the_door: people.filter(({ doorPhoto }) => doorPhoto === 'other').length,
    with_a_changed_copy_at_the_door: people.filter(({ doorPhoto }) => doorPhoto === 'copy').length,
    people_in_the_folder: photos.count,
    left_out_because_they_look_past_the_camera: leftOut,
    photos_refused: refused,
    seconds,
  };
}

function result(served: readonly Served[], runMs: number) {
  const of = (kind: Served['kind']) => served.filter((each) => each.kind === kind);
  const known = served.filter(({ kind }) => kind !== 'stranger');
  const firstLooks = served.flatMap(({ looks, shownAt }) => {
    const [look] = looks;
    return look ? [{ ...look, shownAt }] : [];
  });
  const ownMs = known.reduce((sum, { shownAt, endedAt }) => sum + endedAt - shownAt + WALL_MS, 0);
  return {
    people_who_came: served.length,
    minutes: Number((runMs / 60_000).toFixed(1)),
    people_per_minute: Number(((served.length / runMs) * 60_000).toFixed(1)),
    people_per_minute_without_strangers: Number(((known.length / ownMs) * 60_000).toFixed(1)),
    wall_between_two_ms: WALL_MS,
    ms_from_satisfied_guide_to_answer: times(
      firstLooks.map(({ askedAt, answeredAt }) => answeredAt - askedAt),
    ),
    ms_from_still_face_to_answer: times(
      firstLooks.flatMap(({ stillAt, answeredAt }) => (stillAt === null ? [] : [answeredAt - stillAt])),
    ),
    ms_from_first_frame_to_answer: times(firstLooks.map(({ shownAt, answeredAt }) => answeredAt - shownAt)),
    enrolled_seen_in_another_photo: summary(of('other')),
    enrolled_seen_in_a_changed_copy: summary(of('copy')),
    strangers: summary(of('stranger')),
  };
}
