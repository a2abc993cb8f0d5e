import type { Actor } from '@rollcall/core/kernel/access';
import { AppError } from '@rollcall/core/kernel/errors';
import { addDays, type LocalDate, localDate, localTime, weekdayOf } from '@rollcall/core/kernel/local-date';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { openTestDb } from '@rollcall/db/testing/test-db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const CONNECTIONS = 12;
const PEOPLE = 40;
const CLASSES = 8;

/** SQLSTATEs of the transactions that the database ended; the retry hides them from the caller, not from this list. */
const ended: unknown[] = [];
let app: TestApp;
let admin: Actor;
let transact: ReturnType<typeof createTransact>;
let people: number[] = [];
let classes: number[] = [];
let today = localDate('2026-03-02');

const codeOf = (error: unknown): unknown => {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if ('code' in each && each.code !== undefined) return each.code;
  return null;
};

beforeAll(async () => {
  const database = await openTestDb(CONNECTIONS);
  const db = new Proxy(database.db, {
    get(target, key, receiver) {
      if (key !== 'transaction') return Reflect.get(target, key, receiver);
      const watched: typeof target.transaction = async (...call) => {
        try {
          return await target.transaction(...call);
        } catch (error) {
          if (!(error instanceof AppError)) ended.push(codeOf(error));
          throw error;
        }
      };
      return watched;
    },
  });
  app = await openTestApp({ database: { ...database, db } });
  transact = createTransact(db);
  await app.adminToken();
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into people (code, name, username, kind, class_section, registered_on)
     select 'W-' || n, 'Person ' || n, 'w' || n, 'student', 'S-' || n % 3, '2026-02-01' from generate_series(1, $1) n
     returning id`,
    [PEOPLE],
  );
  people = rows.map(({ id }) => id);
  const made = await app.pool.query<{ id: number }>(
    `insert into classes (name, program, semester, section, subject, start_time, end_time, weekdays)
     select 'Class ' || n, 'bachelors', '1st', 'S', 'Subject ' || n, '08:00', '16:00', '{1,2,3,4,5}'
     from generate_series(1, $1) n returning id`,
    [CLASSES],
  );
  classes = made.rows.map(({ id }) => id);
  await app.pool.query(
    `insert into class_members (class_id, person_id) select c.id, p.id from classes c cross join people p
     where p.code like 'W-%' and (p.id + c.id) % 3 > 0`,
  );
  const [administrator] = await createRepositories(database.db).people.administrators();
  if (!administrator) throw new Error('No administrator');
  admin = {
    personId: administrator.id,
    role: 'owner',
    name: 'Admin',
    code: 'admin',
    hasAttendance: false,
    sections: null,
    classIds: [],
    sessionId: 0,
    onlyActions: null,
    mustDo: null,
    confirmedAt: null,
    address: 'test',
  };
});
afterAll(() => app.close());
afterEach(async () => {
  expect(ended.splice(0)).toEqual([]);
  expect(await rollupDifferences(app)).toEqual([]);
});

/** The next working day at a local time; days without rows are where two writers collide. */
function nextDay(time: string): LocalDate {
  do today = addDays(today, 1);
  while (weekdayOf(today) > 5);
  at(time);
  return today;
}
/** In Kathmandu, five hours and three quarters before UTC. */
const at = (time: string) =>
  app.clock.set(new Date(new Date(`${today}T${time}:00Z`).getTime() - (5 * 60 + 45) * 60_000).toISOString());

const shuffled = <T>(list: readonly T[], turn: number): T[] =>
  list
    .map((each, index) => ({ each, rank: (index * 7919 + turn * 104_729) % 997 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ each }) => each);

async function mark(personId: number) {
  const day = await app.services.settings.today();
  return transact((tx) =>
    app.services.attendance.record(tx, { personId, means: 'face', score: 0.8, by: null }, day),
  );
}
async function saveSheet(classId: number, turn: number) {
  const { revision, entries } = await app.services.classSheet.read(admin, classId);
  const statuses = ['present', 'absent', 'late', 'excused'] as const;
  const marks = shuffled(entries, turn).map(({ code }, index) => ({
    code,
    status: statuses[(index + turn) % 4] ?? 'present',
  }));
  return app.services.classSheet.save(admin, classId, { revision, marks });
}
const listing = async (personId: number) => {
  const person = await createRepositories(app.db).people.byId(personId);
  if (!person) throw new Error(`No person ${personId}`);
  return person;
};

/** Lets one side of a test wait for the other. */
function createSignal() {
  let send = () => {};
  const sent = new Promise<void>((done) => {
    send = done;
  });
  return { send, sent };
}

/** How many statements wait for a lock. */
const waiting = async () =>
  (
    await app.pool.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`)
  ).rows[0]?.count;

describe('at the same time', () => {
  it('eight class sheets that share students are saved', async () => {
    for (let round = 0; round < 4; round += 1) {
      nextDay('08:30');
      await Promise.all(classes.map((id, index) => saveSheet(id, round * 8 + index)));
    }
  });

  it('students of a sheet that is being saved look at the camera', async () => {
    for (let round = 0; round < 4; round += 1) {
      nextDay('08:40');
      const sheets = classes.slice(0, 3).map((id, index) => saveSheet(id, round + index));
      await Promise.all([...sheets, ...shuffled(people, round).map(mark)]);
    }
  });

  it('a day is closed while people come', async () => {
    for (let round = 0; round < 4; round += 1) {
      nextDay('10:00');
      const closing = [app.services.closing.closeDueDays(), app.services.closing.closeDueDays()];
      await Promise.all([...closing, ...shuffled(people, round).slice(0, 30).map(mark)]);
    }
  });

  it('a leave is taken back by somebody who does not know yet that the day is closed', async () => {
    const date = nextDay('08:00');
    const person = await listing(people[0] ?? 0);
    const given = { firstDay: date, lastDay: date, reason: 'Ill' };
    const { id } = await app.services.calendar.addLeave(admin, person.code, given, { isPreview: false });
    at('10:00');
    const day = await app.services.settings.today();
    const [derived, gate] = [createSignal(), createSignal()];
    const takingBack = transact(async (tx) => {
      await tx.attendance.lockPeople([person.id]);
      await tx.calendar.removeLeave(id);
      await app.services.attendance.rederiveDays(
        tx,
        [{ personId: person.id, date }],
        day.zone,
        day.now,
        null,
      );
      derived.send();
      await gate.sent;
    });
    await derived.sent;
    const closing = app.services.closing.closeDueDays();
    const isWaiting = expect.poll(waiting).toBeGreaterThan(0);
    await Promise.race([closing, isWaiting]);
    gate.send();
    await Promise.all([takingBack, closing]);
    const saved = await createRepositories(app.db).attendance.dayOf(person.id, date);
    expect(saved?.status).toBe('absent');
  });

  it('today becomes a holiday while its first visitor is being marked', async () => {
    const date = nextDay('08:30');
    const [personId = 0] = people;
    const day = await app.services.settings.today();
    const [marked, gate] = [createSignal(), createSignal()];
    const marking = transact(async (tx) => {
      await app.services.attendance.record(tx, { personId, means: 'face', score: 0.8, by: null }, day);
      marked.send();
      await gate.sent;
    });
    await marked.sent;
    const holiday = app.admin('POST', '/admin/holidays', { date, name: 'Snow' });
    const isWaiting = expect.poll(waiting).toBeGreaterThan(0);
    await Promise.race([holiday, isWaiting]);
    gate.send();
    await Promise.all([marking, holiday]);
    const saved = await createRepositories(app.db).attendance.dayOf(personId, date);
    expect(saved?.isDayOff).toBe(true);
    await app.admin('DELETE', `/admin/holidays/${date}`);
  });

  it('leave covers past days and today while classmates come', async () => {
    for (let round = 0; round < 4; round += 1) {
      const last = nextDay('09:10');
      const first = addDays(last, -4);
      const leaves = people.slice(0, 6).map(async (id) =>
        app.services.calendar.addLeave(
          admin,
          (await listing(id)).code,
          {
            firstDay: first,
            lastDay: last,
            reason: 'Ill',
          },
          { isPreview: false },
        ),
      );
      await Promise.all([...leaves, ...people.slice(6).map(mark)]);
    }
  });

  it('one person gets two leaves and two corrections', async () => {
    for (let round = 0; round < 6; round += 1) {
      const date = nextDay('12:00');
      const person = await listing(people[round] ?? 0);
      const leave = () =>
        app.services.calendar.addLeave(
          admin,
          person.code,
          { firstDay: date, lastDay: date, reason: 'Ill' },
          { isPreview: false },
        );
      const correct = (time: string) =>
        app.services.corrections.correct(admin, person.code, {
          date,
          verdict: { wanted: 'present', time: localTime(time) },
          reason: 'Camera failed',
        });
      await Promise.all([leave(), correct('09:00'), leave(), correct('09:20'), mark(person.id)]);
    }
  });

  it('a person is deleted while they are marked, corrected and on a sheet', async () => {
    nextDay('09:05');
    const doomed = people.slice(-8);
    const failed: string[] = [];
    const tolerate = (work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        failed.push(error.code);
      });
    const persons = await Promise.all(doomed.map(listing));
    await Promise.all([
      ...persons.map(({ code }, index) =>
        app.services.people.remove(admin, code, { erase: index % 2 === 0 }),
      ),
      ...doomed.map((id) => tolerate(mark(id))),
      ...classes.slice(0, 3).map((id, index) => tolerate(saveSheet(id, index))),
      ...persons.map((person) =>
        tolerate(
          app.services.corrections.correct(admin, person.code, {
            date: today,
            verdict: { wanted: 'absent', time: null },
            reason: 'Mistake',
          }),
        ),
      ),
    ]);
    // Deleted before they were marked, corrected or read as members of the class: said so, in these words.
    expect(failed.filter((code) => code !== 'user_not_found' && code !== 'invalid_input')).toEqual([]);
    const { rows } = await app.pool.query(
      `select count(*)::int as days from attendance_days d join people p on p.id = d.person_id
       where p.deleted_at is not null and d.decided_at > p.deleted_at`,
    );
    expect(rows).toEqual([{ days: 0 }]);
  });

  it('the changes of the roll-ups are added up while people come', async () => {
    nextDay('08:50');
    const { attendance } = createRepositories(app.db);
    await Promise.all([
      ...people.slice(0, 30).map(mark),
      ...Array.from({ length: 8 }, () => attendance.foldRollups()),
    ]);
    await attendance.foldRollups();
    const { rows } = await app.pool.query('select count(*)::int as left from rollup_deltas');
    expect(rows).toEqual([{ left: 0 }]);
  });

  it('photos that show the same class in another order are recorded', async () => {
    const [classId = 0] = classes;
    const shown = people.slice(0, 30);
    for (let round = 0; round < 8; round += 1) {
      const date = nextDay('08:20');
      const orders = [shown, shown.toReversed(), shuffled(shown, round), shuffled(shown, round + 1)];
      await Promise.all(
        [...orders, ...orders].map((order) =>
          transact((tx) =>
            tx.classMarks.recordSightings(
              classId,
              date,
              order.map((personId) => ({ personId, seenAt: app.clock.now(), score: 0.8 })),
            ),
          ),
        ),
      );
    }
  });

  it('a roster is replaced twice', async () => {
    const [classId = 0] = classes;
    const codes = Array.from({ length: 30 }, (_, index) => `W-${index + 1}`);
    const roster = (list: readonly string[]) => app.services.classes.setRoster(admin, classId, list);
    await Promise.all([roster(codes), roster(codes.toReversed()), roster(codes.slice(5)), roster(codes)]);
  });
});
