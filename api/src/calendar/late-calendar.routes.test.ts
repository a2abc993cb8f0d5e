import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences, statusOf } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/**
 * A school that was set up on 3 August and imports its calendar on 31 August: twenty working days were closed as
 * absences of its thirty students. The clock is in Kathmandu's zone, 5:45 ahead of UTC.
 */
let app: TestApp;
const STUDENTS = Array.from({ length: 30 }, (_, index) => `L-${index + 1}`);
const ICS = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20260801',
  'DTEND;VALUE=DATE:20260829',
  'SUMMARY:Summer holidays',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART:20260810T130000Z',
  'DTEND:20260810T140000Z',
  'SUMMARY:Staff meeting',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-08-02T03:00:00Z'); // Sunday
  for (const code of STUDENTS.slice(0, 3)) await app.person(code);
  await app.pool.query(
    `insert into people (code, name, kind, class_section, registered_on)
     select code, 'Person ' || code, 'student', 'CS-A', '2026-08-01' from unnest($1::text[]) code`,
    [STUDENTS.slice(3)],
  );
  app.clock.set('2026-08-05T03:00:00Z'); // Wednesday 08:45
  await checkIn(app, 'L-1');
  app.clock.set('2026-08-29T03:00:00Z'); // Saturday: the days up to Friday are over
  await app.services.closing.closeDueDays();
  app.clock.set('2026-08-31T03:00:00Z'); // Monday 08:45
  for (const code of STUDENTS.slice(0, 15)) await checkIn(app, code);
  app.clock.set('2026-08-31T05:00:00Z');
  await app.services.closing.closeDueDays();
});
afterAll(() => app.close());

const countDays = async (where: string) => {
  const { rows } = await app.pool.query(`select count(*)::int as count from attendance_days where ${where}`);
  return rows[0].count;
};
const days = async () => (await app.pool.query('select * from attendance_days order by person_id, day')).rows;
const analytics = async () => (await app.admin('GET', '/admin/analytics')).body.analytics;
const register = async (code: string) => {
  const { rows, days: columns } = (await app.admin('GET', '/admin/register?month=2026-08')).body;
  const row = rows.find(({ user_id }: { user_id: string }) => user_id === code);
  return { ...row, columns };
};
const entries = async (action: string) =>
  (await app.pool.query('select subject, detail from audit where action = $1 order by id', [action])).rows;

describe('a calendar imported after its days were closed', () => {
  it('says what it would change, and changes nothing', async () => {
    const before = await days();
    expect(await countDays(`status = 'absent'`)).toBe(599 + 15);
    const { body } = await app.admin('POST', '/admin/holidays/import?preview=true', { ics: ICS });
    expect(body).toEqual({
      message: '599 absences become holidays, 1 visit becomes a visit on a day off (20 days, 30 people).',
      added: 28,
      skipped: 1,
      changes: {
        days: 20,
        people: 30,
        absences_removed: 599,
        absences_added: 0,
        excused_removed: 0,
        excused_added: 0,
        visits_off: 1,
        visits_due: 0,
        others: 0,
      },
    });
    expect(await days()).toEqual(before);
    expect((await app.admin('GET', '/admin/holidays?from=2026-08-01&to=2026-08-31')).body.holidays).toEqual(
      [],
    );
    expect(await entries('days_repaired')).toEqual([]);
  });

  it('takes the absences back, with one event per topic and one audit entry', async () => {
    expect((await analytics()).basic_stats.attendance_rate).toBe(2.5);
    const topics: string[] = [];
    const unsubscribe = app.services.events.subscribe(({ topic }) => topics.push(topic));
    const { body } = await app.admin('POST', '/admin/holidays/import', { ics: ICS });
    unsubscribe();
    expect(body.message).toBe(
      '28 days added. 1 events could not be used. 599 absences become holidays, 1 visit becomes a visit on a day off (20 days, 30 people).',
    );
    expect(topics).toEqual(['settings', 'attendance']);
    expect(await entries('days_repaired')).toEqual([
      {
        subject: '2026-08-03 – 2026-08-28',
        detail: {
          days: 20,
          people: 30,
          absences_removed: 599,
          absences_added: 0,
          excused_removed: 0,
          excused_added: 0,
        },
      },
    ]);
    expect(await countDays(`status = 'absent'`)).toBe(15);
  });

  it('makes every figure right', async () => {
    const { basic_stats, monthly_trend, top_attendees } = await analytics();
    expect(top_attendees[0]).toMatchObject({ user_id: 'L-1', days: 1, rate: 100 });
    expect(basic_stats).toMatchObject({
      total_days: 30,
      attended_days: 15,
      attendance_rate: 50,
      average_daily: 15,
    });
    expect(monthly_trend).toEqual([
      { month: '2026-08', attendance: 15, students: 15, employees: 0, rate: 50 },
    ]);
    expect((await app.admin('GET', '/admin/attention')).body).toMatchObject({
      in_a_row: [],
      below_target: [],
    });
    const { columns, marks, present, rate } = await register('L-1');
    expect(columns[4]).toEqual({ date: '2026-08-05', calendar: 'holiday' });
    expect([marks[2], marks[4], present, rate]).toEqual([null, 'on_time', 1, 100]);
    expect((await statusOf(app, 'L-1', '08_05_26'))?.[1]).toContain('A day off');
    expect((await app.admin('GET', '/admin/absentees?date=2026-08-04')).body).toMatchObject({
      due: false,
      absentees: [],
    });
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('changes nothing when it is imported again', async () => {
    const { body } = await app.admin('POST', '/admin/holidays/import', { ics: ICS });
    expect(body.changes.days).toBe(0);
    expect(await entries('days_repaired')).toHaveLength(1);
  });
});

describe('a holiday removed after its day was closed', () => {
  it('makes whoever was not seen absent, as its preview says', async () => {
    const preview = (await app.admin('DELETE', '/admin/holidays/2026-08-05?preview=true')).body;
    expect(preview.message).toBe('29 absences are added, 1 visit counts again (1 day, 30 people).');
    expect(await countDays(`day = '2026-08-05'`)).toBe(1);
    const { body } = await app.admin('DELETE', '/admin/holidays/2026-08-05');
    expect(body.changes).toEqual(preview.changes);
    expect(await statusOf(app, 'L-2', '08_05_26')).toEqual(['absent', 'Not seen by 10:00.']);
    expect((await analytics()).basic_stats).toMatchObject({ total_days: 60, attended_days: 16 });
    expect((await app.admin('DELETE', '/admin/holidays/2026-08-05?preview=true')).status).toBe(404);
  });
});

describe('a declined correction', () => {
  it('changes nothing, whatever the calendar says today', async () => {
    const student = await app.signIn('l-2');
    for (const date of ['2026-08-05', '2026-08-04', '2026-07-01']) {
      const before = await days();
      const wish = { date, wanted: 'excused', reason: 'Ill' };
      const { body } = await app.call('POST', '/user/corrections', { token: student, body: wish });
      await app.admin('POST', `/admin/corrections/${body.id}/decision`, { accept: false });
      expect(await days()).toEqual(before);
    }
  });
});

describe('leave entered late', () => {
  it('says what it excuses, excuses it, and can be taken back without inventing absences', async () => {
    const leave = { user_id: 'L-3', from: '2026-07-27', to: '2026-08-31', reason: 'Ill' };
    const before = await days();
    const preview = (await app.admin('POST', '/admin/leaves?preview=true', leave)).body;
    expect(preview.message).toBe('1 absence is excused (1 day, 1 person).'); // the 31st was a visit
    expect(await days()).toEqual(before);
    const { body } = await app.admin('POST', '/admin/leaves', leave);
    expect(body.changes).toEqual(preview.changes);
    expect((await statusOf(app, 'L-3', '08_05_26'))?.[0]).toBe('excused');
    await app.admin('DELETE', `/admin/leaves/${body.id}`);
    const withoutTimes = (rows: { decided_at: Date }[]) => rows.map(({ decided_at, ...rest }) => rest);
    expect(withoutTimes(await days())).toEqual(withoutTimes(before));
  });

  it('is refused above a year, by name of the field', async () => {
    const leave = { user_id: 'L-3', from: '2026-01-01', to: '2027-01-03', reason: 'Ill' };
    const { status, body } = await app.admin('POST', '/admin/leaves', leave);
    expect([status, body.error.fields]).toEqual([400, { to: 'Leave can last up to 366 days.' }]);
  });
});

describe('working days', () => {
  it('change from a past day on, and earlier days keep theirs', async () => {
    const monday = { working_days: [2, 3, 4, 5], from: '2026-08-31' };
    const preview = (await app.admin('PUT', '/admin/working-days?preview=true', monday)).body;
    expect(preview.changes).toMatchObject({ days: 1, absences_removed: 15, visits_off: 15 });
    expect(
      (await app.admin('GET', '/admin/holidays?from=2026-08-01&to=2026-08-02')).body.working_days,
    ).toEqual([1, 2, 3, 4, 5]);
    const { body } = await app.admin('PUT', '/admin/working-days', monday);
    expect(body.changes).toEqual(preview.changes);
    expect(body.message).toBe(
      'Working days saved. 15 absences become days off, 15 visits become visits on a day off (1 day, 30 people).',
    );
    const back = { working_days: [1, 2, 3, 4, 5], from: '2026-08-31' };
    expect((await app.admin('PUT', '/admin/working-days', back)).body.changes).toMatchObject({
      absences_added: 15,
      visits_due: 15,
    });
    const later = await app.admin('PUT', '/admin/working-days', { working_days: [1], from: '2026-09-01' });
    expect([later.status, later.body.error.fields]).toEqual([400, { from: 'This day is in the future.' }]);
  });
});

describe('a closed day', () => {
  it('is reopened and closed again with a preview', async () => {
    const preview = (await app.admin('POST', '/admin/days/2026-08-31/reopen?preview=true')).body;
    expect(preview.message).toBe('15 absences are removed (1 day, 15 people).');
    expect((await app.admin('POST', '/admin/days/2026-08-31/reopen')).body.changes).toEqual(preview.changes);
    expect(await countDays(`day = '2026-08-31' and status = 'absent'`)).toBe(0);
    await app.services.closing.closeDueDays();
    expect(await countDays(`day = '2026-08-31' and status = 'absent'`)).toBe(0);
    expect((await app.admin('GET', '/admin/days/reopened')).body).toEqual({ days: ['2026-08-31'] });
    expect((await app.admin('GET', '/admin/absentees?date=2026-08-31')).body.absentees).toHaveLength(15);
    await checkIn(app, 'L-16');
    const closed = (await app.admin('POST', '/admin/days/2026-08-31/close')).body;
    expect(closed.message).toBe('Day closed. 14 absences are added (1 day, 14 people).');
    expect((await entries('day_reopened')).map(({ subject }) => subject)).toEqual(['2026-08-31']);
    for (const path of ['/admin/days/2026-08-31/close', '/admin/days/2026-09-15/reopen'])
      expect((await app.admin('POST', path)).status).toBe(400);
  });

  it('is derived again for everybody, a section or a class', async () => {
    await app.pool.query(
      `update attendance_days set status = 'unmarked' where day = '2026-08-31' and status = 'absent'`,
    );
    const range = { from: '2026-08-31', to: '2026-08-31' };
    const nobody = await app.admin('POST', '/admin/days/repair', { ...range, section: 'None' });
    expect(nobody.body.message).toBe('No recorded days change.');
    const preview = (
      await app.admin('POST', '/admin/days/repair?preview=true', { ...range, section: 'CS-A' })
    ).body;
    expect(preview.changes).toMatchObject({ days: 1, people: 14, others: 14 });
    const slot = { name: 'Algebra', section: 'E', startTime: '09:00', endTime: '10:00' };
    const { id } = (await app.admin('POST', '/admin/classes', slot)).body.class;
    await app.admin('PUT', `/admin/classes/${id}/roster`, { user_ids: ['L-29', 'L-30'] });
    const ofClass = await app.admin('POST', '/admin/days/repair', { ...range, class_id: id });
    expect(ofClass.body.message).toBe('2 days get a different status or reason (1 day, 2 people).');
    const { body } = await app.admin('POST', '/admin/days/repair', { ...range, section: 'CS-A' });
    expect(body.changes).toMatchObject({ people: 12, others: 12 });
    expect(await countDays(`day = '2026-08-31' and status = 'absent'`)).toBe(14);
    expect(await rollupDifferences(app)).toEqual([]);
  });
});

describe('a range to repair', () => {
  it('is limited', async () => {
    const far = { from: '1900-01-01', to: '2026-08-31' };
    const { status, body } = await app.admin('POST', '/admin/days/repair', far);
    expect([status, body.error.fields]).toEqual([400, { to: 'You can recalculate up to 400 days at once.' }]);
  });
});

describe('classes', () => {
  it('do not meet on a holiday or a day off', async () => {
    const meeting = async () => (await app.admin('GET', '/admin/active-classes')).body.classes;
    expect(await meeting()).toHaveLength(1);
    await app.admin('POST', '/admin/holidays', { date: '2026-08-31', name: 'Snow' });
    expect(await meeting()).toEqual([]);
    await app.admin('DELETE', '/admin/holidays/2026-08-31');
    await app.admin('PUT', '/admin/working-days', { working_days: [2, 3, 4, 5] });
    expect(await meeting()).toEqual([]);
    await app.admin('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5] });
    expect(await meeting()).toHaveLength(1);
  });
});
