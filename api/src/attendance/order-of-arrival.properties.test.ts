import type { KioskDirection } from '@rollcall/core/attendance/kiosk/kiosk.types';
import type { MarkStatus } from '@rollcall/core/classes/classes.types';
import type { Actor } from '@rollcall/core/kernel/access';
import { addDays, type LocalDate } from '@rollcall/core/kernel/local-date';
import { startOfDay } from '@rollcall/core/kernel/zones/zone';
import { createRepositories } from '@rollcall/db/repositories';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { KIOSK_SETTINGS } from '../testing/test-kiosk.ts';

const DOORS = ['in', 'out', 'both'] as const satisfies readonly KioskDirection[];
/** Minutes after midnight of a day. */
const MORNING = 7 * 60;
const EVENING = 19 * 60;
const MINUTE = 60_000;
/** Runs of the property: each writes two people's days through the service. */
const RUNS = 12;

interface Sighting {
  readonly minute: number;
  readonly door: (typeof DOORS)[number];
  /** Minutes until the sighting reaches the server; 0 for a kiosk with a network. */
  readonly delay: number;
  /** "Not me", as soon as the server has it. */
  readonly isTakenBack: boolean;
}

interface Course {
  readonly dayBefore: readonly Sighting[];
  readonly sightings: readonly Sighting[];
  readonly sheets: readonly { readonly minute: number; readonly status: MarkStatus }[];
  /** A mark by hand that is removed again. */
  readonly hand: {
    readonly minute: number;
    readonly mark: 'here' | 'absent';
    readonly removedAfter: number;
  } | null;
}

const minute = fc.integer({ min: MORNING, max: EVENING });
const near = fc.oneof(minute, fc.integer({ min: 8 * 60 + 50, max: 9 * 60 + 25 }));
const sighting = (delays: number): fc.Arbitrary<Sighting> =>
  fc.record({
    minute: near,
    door: fc.constantFrom(...DOORS),
    delay: fc.oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: delays }) },
    ),
    isTakenBack: fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  });
/** A person is at one door at a moment. */
const AT_ONE_DOOR = { selector: ({ minute: at }: Sighting) => at };
const courses: fc.Arbitrary<Course> = fc.record({
  dayBefore: fc.uniqueArray(
    sighting(2000).map((each) => ({ ...each, minute: each.minute + 4 * 60 })),
    { ...AT_ONE_DOOR, maxLength: 2 },
  ),
  sightings: fc.uniqueArray(sighting(600), { ...AT_ONE_DOOR, minLength: 1, maxLength: 5 }),
  sheets: fc.array(
    fc.record({ minute: near, status: fc.constantFrom('present', 'late', 'absent', 'excused') }),
    {
      maxLength: 2,
    },
  ),
  hand: fc.option(
    fc.record({
      minute: near,
      mark: fc.constantFrom('here', 'absent'),
      removedAfter: fc.integer({ min: 1, max: 120 }),
    }),
    { nil: null },
  ),
});

let app: TestApp;
let office: Actor;
let classId: number;
const kiosks = new Map<string, string>();
beforeAll(async () => {
  app = await openTestApp({ limits: 'none' });
  for (const direction of DOORS) {
    const settings = { ...KIOSK_SETTINGS, name: direction, direction };
    kiosks.set(direction, (await app.admin('POST', '/admin/kiosks', settings)).body.kiosk_id);
  }
  const slot = { startTime: '09:00', endTime: '10:30', weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const made = await app.admin('POST', '/admin/classes', {
    name: 'Art',
    section: 'X',
    subject: 'Art',
    ...slot,
  });
  classId = made.body.class.id;
  const { rows } = await app.pool.query<{ id: number }>(`select id from people where role = 'owner'`);
  office = {
    personId: rows[0]?.id ?? 0,
    role: 'owner',
    name: 'Office',
    code: 'office',
    hasAttendance: false,
    sections: null,
    classIds: [],
    sessionId: 1,
    onlyActions: null,
    mustDo: null,
    confirmedAt: null,
    address: 'test',
  };
});
afterAll(() => app.close());

let people = 0;
async function newPerson(): Promise<{ id: number; code: string }> {
  people += 1;
  const code = `ORDER-${people}`;
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into people (code, name, kind, class_section, registered_on) values ($1, $1, 'student', 'X', '2026-01-01')
     returning id`,
    [code],
  );
  const id = rows[0]?.id ?? 0;
  await app.pool.query('insert into class_members (class_id, person_id) values ($1, $2)', [classId, id]);
  return { id, code };
}

/** Plays a course of a person's two days, each event when it reaches the server, and answers what is known then. */
async function play(date: LocalDate, { dayBefore, sightings, sheets, hand }: Course) {
  const { services, clock, db } = app;
  const person = await newPerson();
  const { zone } = await services.settings.today();
  const at = (day: LocalDate, minutes: number) =>
    new Date(startOfDay(zone, day).getTime() + minutes * MINUTE);
  const events: { readonly at: Date; readonly happen: () => Promise<void> }[] = [];
  const plan = (when: Date, happen: () => Promise<void>) => events.push({ at: when, happen });

  for (const [day, seen] of [
    [addDays(date, -1), dayBefore],
    [date, sightings],
  ] as const)
    for (const { minute: minutes, door, delay, isTakenBack } of seen) {
      const now = at(day, minutes);
      plan(at(day, minutes + delay), () =>
        db.transaction(async (tx) => {
          const repos = createRepositories(tx);
          const moment = { now, zone, date: day };
          const shown = {
            personId: person.id,
            means: 'card',
            score: null,
            kioskId: kiosks.get(door) ?? '',
            direction: door,
            by: null,
          } as const;
          const { checkIn } = await services.attendance.record(repos, shown, moment, clock.now());
          if (!isTakenBack || checkIn.id === null) return;
          await repos.attendance.removeCheckIn(checkIn.id, person.id);
          await services.attendance.rederiveDays(
            repos,
            [{ personId: person.id, date: day }],
            zone,
            clock.now(),
            null,
          );
        }),
      );
    }
  for (const { minute: minutes, status } of sheets)
    plan(at(date, minutes), async () => {
      const { revision } = await services.classSheet.read(office, classId);
      const marks = [{ code: person.code, status }];
      await services.classSheet.save(office, classId, { revision, marks });
    });
  if (hand)
    plan(at(date, hand.minute), async () => {
      const { id } = await services.todayMarks.mark(office, person.code, { mark: hand.mark });
      if (id !== null)
        plan(at(date, hand.minute + hand.removedAfter), async () => {
          await services.todayMarks.remove(office, id);
        });
    });

  while (events.length > 0) {
    events.sort((a, b) => a.at.getTime() - b.at.getTime());
    const next = events.shift();
    if (!next) break;
    clock.set(next.at.toISOString());
    await next.happen();
  }
  clock.set(at(date, 23 * 60).toISOString());
  const repos = createRepositories(db);
  const day = await repos.attendance.dayOf(person.id, date);
  const list = await services.present.whole();
  const presence = [...list.present, ...list.left].find(({ id }) => id === person.id)?.presence ?? null;
  const { check_ins: directions } = JSON.parse(await repos.privacy.dataOf(person.id));
  return { day: day && { ...day, personId: 0 }, presence, directions };
}

it('the same sightings in any order of arrival give the same day, directions and present list', async () => {
  const { date } = await app.services.settings.today();
  const inTime = ({ dayBefore, sightings, ...rest }: Course): Course => {
    const arrived = (all: readonly Sighting[]) => all.map((each) => ({ ...each, delay: 0 }));
    return { ...rest, dayBefore: arrived(dayBefore), sightings: arrived(sightings) };
  };
  await fc.assert(
    fc.asyncProperty(courses, async (course) => {
      expect(await play(date, course)).toEqual(await play(date, inTime(course)));
    }),
    { numRuns: RUNS },
  );
});

describe('of one day', () => {
  const NOTHING: Course = { dayBefore: [], sightings: [], sheets: [], hand: null };
  const seen = (minutes: number, door: Sighting['door'], delay = 0): Sighting => ({
    minute: minutes,
    door,
    delay,
    isTakenBack: false,
  });
  const played = async (course: Partial<Course>) => {
    const { date, zone } = await app.services.settings.today();
    const { day, presence, directions } = await play(date, { ...NOTHING, ...course });
    return {
      status: day?.status,
      time: day?.firstIn && zone.timeOf(day.firstIn),
      state: presence?.state,
      directions: directions.map(({ direction }: { direction: string }) => direction),
    };
  };

  it('an earlier sighting that arrives later decides: on time at 09:14, and not late at 09:17', async () => {
    const sightings = [seen(554, 'in', 26), seen(557, 'in')];
    expect(await played({ sightings })).toMatchObject({ status: 'on_time', time: '09:14' });
  });

  it('an arrival that arrives after the way out turns no direction round', async () => {
    const sightings = [seen(536, 'both', 494), seen(1020, 'both')];
    expect(await played({ sightings })).toMatchObject({ state: 'left', directions: ['in', 'out'] });
    const back = [seen(480, 'both'), seen(720, 'both', 300), seen(780, 'both')];
    expect(await played({ sightings: back })).toMatchObject({
      state: 'in',
      directions: ['in', 'out', 'in'],
    });
  });

  it('the word of a class stands when the mark that it agreed with is removed', async () => {
    const hand = { minute: 530, mark: 'here', removedAfter: 35 } as const;
    const sheets = [{ minute: 560, status: 'present' } as const];
    expect(await played({ hand, sheets })).toMatchObject({ status: 'on_time', time: '09:00' });
    const sightings = [{ ...seen(530, 'in'), isTakenBack: true }];
    expect(await played({ sightings, sheets })).toMatchObject({ status: 'on_time' });
  });
});
