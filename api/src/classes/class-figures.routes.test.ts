import { readXlsx } from '@rollcall/core/kernel/tables/xlsx.reader';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** Local times of Monday, 2 March 2026, in Kathmandu (UTC+05:45). */
const AT = {
  '08:20': '02:35',
  '09:05': '03:20',
  '09:14': '03:29',
  '09:18': '03:33',
  '10:05': '04:20',
  '12:00': '06:15',
};
const at = (time: keyof typeof AT, day = '2026-03-02') => app.clock.set(`${day}T${AT[time]}:00Z`);
const RANGE = 'from=2026-03-01&to=2026-03-31';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-02-27T04:00:00Z');
});
afterAll(() => app.close());

/** A class with a roster of its own; `save` marks them by their place in it. */
async function openClass(people: number, startTime: string, endTime: string, subject = '') {
  app.clock.set('2026-02-27T04:00:00Z');
  const section = `F${count++}`;
  const roster: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const { id } = await app.person(`${section}-${index}`, { name: `Student ${index}` });
    roster.push(id);
  }
  const { body } = await app.admin('POST', '/admin/classes', {
    name: section,
    section,
    subject,
    startTime,
    endTime,
  });
  const id: number = body.class.id;
  await app.admin('PUT', `/admin/classes/${id}/roster`, { user_ids: roster });
  const open = async () => (await app.admin('POST', '/attendance/start', { class_id: id })).body;
  return {
    id,
    roster,
    open,
    card: async () =>
      (await app.admin('GET', '/admin/classes')).body.classes.find((each: { id: number }) => each.id === id),
    save: async (...statuses: readonly string[]) => {
      const { revision } = await open();
      const marks = statuses.map((status, index) => ({ user_id: roster[index], status }));
      const saved = await app.admin('PUT', `/admin/classes/${id}/attendance`, { revision, marks });
      expect(saved.status, saved.text).toBe(200);
    },
  };
}

/** Punctuality and time of the first student's day, as the sheet shows them. */
const dayOf = async ({
  open,
}: {
  open: () => Promise<{ roster: { punctuality: string; time: string }[] }>;
}) => {
  const [first] = (await open()).roster;
  return [first?.punctuality, first?.time];
};

const person = (roster: readonly string[], index = 0): string => roster[index] ?? '';

describe('the figures of a class', () => {
  it('come from its own marks: absent in the class is absent in its reports, whatever the day is', async () => {
    const schoolClass = await openClass(2, '10:00', '11:00');
    const { id, roster, save } = schoolClass;
    at('09:05');
    await checkIn(app, person(roster, 0));
    await checkIn(app, person(roster, 1));
    at('10:05');
    await save('absent', 'late');
    const register = await app.admin('GET', `/admin/register?month=2026-03&class_id=${id}`);
    const rows: { marks: (string | null)[]; rate: number }[] = register.body.rows;
    expect(rows.map(({ marks, rate }) => [marks[1], rate])).toEqual([
      ['absent', 0],
      ['late', 100],
    ]);
    const summary = await (
      await app.download(`/admin/reports/summary?${RANGE}&class_id=${id}&format=csv`)
    ).text();
    expect(summary).toContain('Student 0,F0-0,CS-A,1,0,0,0,0,1,0,0,0');
    const sheet = await app.download(`/admin/reports/summary?${RANGE}&class_id=${id}&format=xlsx`);
    const cells = (await readXlsx(new Uint8Array(await sheet.arrayBuffer()))).flat();
    expect(cells.some((cell) => cell.startsWith('From the attendance taken in this class.'))).toBe(true);
    expect(await dayOf(schoolClass)).toEqual(['On Time', '09:05']);
  });

  it('leave excused students out of the rate, on the card and over time', async () => {
    const { id, card, save } = await openClass(4, '10:00', '11:00', 'Physics');
    at('10:05');
    await save('present', 'present', 'excused', 'excused');
    expect(await card()).toMatchObject({ present: 2, total: 4, rate: 100 });
    const { body } = await app.admin('GET', `/admin/class-rates?${RANGE}`);
    const own = body.classes.find((each: { class_id: number }) => each.class_id === id);
    expect(own).toMatchObject({ subject: 'Physics', meetings: 1, present: 2, excused: 2, rate: 100 });
    expect(body.subjects).toContainEqual({
      subject: 'Physics',
      meetings: 1,
      present: 2,
      late: 0,
      absent: 0,
      excused: 2,
      rate: 100,
    });
  });

  it('count somebody on leave as excused before the sheet is taken', async () => {
    const { roster, card } = await openClass(2, '10:00', '11:00');
    at('09:05');
    await checkIn(app, person(roster, 1));
    const day = '2026-03-02';
    await app.admin('POST', '/admin/leaves', { user_id: person(roster), from: day, to: day, reason: 'ill' });
    expect(await card()).toMatchObject({ present: 1, total: 2, rate: 100 });
  });

  it('do not count somebody first seen after the class has ended', async () => {
    const { roster, open, card } = await openClass(1, '10:00', '11:00');
    at('12:00');
    await checkIn(app, person(roster));
    expect(await card()).toMatchObject({ present: 0, rate: 0 });
    expect((await open()).roster[0]).toMatchObject({ status: 'present', proposal: null });
  });

  it('stay when the class is deleted, and each student sees their own', async () => {
    const { id, roster, save } = await openClass(2, '10:00', '11:00', 'Latin');
    at('10:05');
    await save('present', 'absent');
    await app.admin('DELETE', `/admin/classes/${id}`);
    const latin = { meetings: 1, subject: 'Latin' };
    const { body } = await app.admin('GET', `/admin/class-rates?${RANGE}`);
    expect(body.subjects).toContainEqual(
      expect.objectContaining({ ...latin, present: 1, absent: 1, rate: 50 }),
    );
    const token = await app.signIn(person(roster, 1).toLowerCase());
    const own = await app.call('GET', `/user/class-rates?${RANGE}`, { token });
    expect(own.body.classes).toEqual([
      expect.objectContaining({ ...latin, class_id: null, absent: 1, rate: 0 }),
    ]);
    const other = await app.admin('GET', '/admin/class-rates?from=2026-03-31&to=2026-03-01');
    expect(other.status).toBe(400);
  });
});

it('a class sheet is saved as one set: twelve students need as many statements as two', async () => {
  const client = await app.pool.connect();
  client.release();
  const statements = async (people: number) => {
    const { id, roster, open } = await openClass(people, '10:00', '11:00');
    at('10:05');
    const { revision } = await open();
    const marks = roster.map((user_id) => ({ user_id, status: 'present' }));
    const sent = vi.spyOn(Object.getPrototypeOf(client), 'query');
    const { status } = await app.admin('PUT', `/admin/classes/${id}/attendance`, { revision, marks });
    const count = sent.mock.calls.length;
    sent.mockRestore();
    expect([status, count > 5]).toEqual([200, true]);
    return count;
  };
  // The session may be renewed by one of them.
  expect((await statements(12)) - (await statements(2))).toBeLessThan(5);
});

describe('what a class says about the day', () => {
  it('keeps the time at which the class saw somebody, when a camera sees them minutes later', async () => {
    const schoolClass = await openClass(1, '09:00', '10:00');
    at('09:14');
    await schoolClass.save('present');
    at('09:18');
    await checkIn(app, person(schoolClass.roster));
    expect(await dayOf(schoolClass)).toEqual(['On Time', '09:14']);
  });

  it('makes a student late who was marked late by hand within the grace period', async () => {
    const schoolClass = await openClass(1, '10:00', '11:00');
    at('10:05');
    await schoolClass.save('late');
    expect(await dayOf(schoolClass)).toEqual(['Late', '10:05']);
  });

  it('makes a student just late who was marked late after the class', async () => {
    const schoolClass = await openClass(1, '10:00', '11:00');
    at('12:00');
    await schoolClass.save('late');
    expect(await dayOf(schoolClass)).toEqual(['Late', '10:16']);
  });

  it('is what the class that starts later says, also of two before the institution opens', async () => {
    for (const [first, second] of [
      ['excused', 'absent'],
      ['absent', 'excused'],
    ] as const) {
      const early = await openClass(1, '08:00', '08:20');
      const later = await openClass(0, '08:20', '08:50');
      await app.admin('PUT', `/admin/classes/${later.id}/roster`, { user_ids: early.roster });
      later.roster.push(...early.roster);
      at('12:00');
      await later.save(second);
      await early.save(first);
      const { rows } = await app.pool.query(
        `select d.status from attendance_days d join people p on p.id = d.person_id where p.code = $1`,
        [person(early.roster)],
      );
      expect(rows).toEqual([{ status: second }]);
    }
  });

  it('makes nobody late for the day who comes late to a class before the institution opens', async () => {
    const schoolClass = await openClass(1, '08:00', '08:50');
    at('08:20');
    await checkIn(app, person(schoolClass.roster));
    expect((await schoolClass.open()).roster[0].proposal).toMatchObject({ status: 'late' });
    await schoolClass.save('late');
    expect(await dayOf(schoolClass)).toEqual(['On Time', '08:20']);
  });
});
