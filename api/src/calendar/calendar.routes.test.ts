import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences, statusOf } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T02:00:00Z'); // Monday 07:45 in Kathmandu
  for (const id of ['T-1', 'T-2', 'T-3']) await app.person(id);
});
afterAll(() => app.close());

const closeDays = () => app.services.closing.closeDueDays();

describe('closing a day', () => {
  it('marks everyone due and unseen absent after the configured minutes, once', async () => {
    await checkIn(app, 'T-1');
    app.clock.set('2026-03-02T04:14:00Z'); // 09:59
    expect(await closeDays()).toEqual({ days: 0, people: 0 });
    app.clock.set('2026-03-02T04:15:00Z'); // 10:00
    const results = await Promise.all([closeDays(), closeDays(), closeDays()]);
    expect(results.reduce((sum, { people }) => sum + people, 0)).toBe(2);
    expect(await statusOf(app, 'T-2', '03_02_26')).toEqual(['absent', 'Not seen by 10:00.']);
    expect((await statusOf(app, 'T-1', '03_02_26'))?.[0]).toBe('present');
  });

  it('is overruled by a later check-in, and the reason mentions it', async () => {
    app.clock.set('2026-03-02T05:15:00Z'); // 11:00
    await checkIn(app, 'T-2');
    expect(await statusOf(app, 'T-2', '03_02_26')).toEqual([
      'present',
      'Seen at 11:00. Very late after 09:30. Before that: absent.',
    ]);
  });

  it('catches up on missed days except days off and holidays, with one event', async () => {
    app.clock.set('2026-03-03T02:00:00Z');
    await app.admin('POST', '/admin/holidays', { date: '2026-03-04', name: 'Spring' });
    app.clock.set('2026-03-10T02:00:00Z'); // Tuesday of the next week, 07:45
    const topics: string[] = [];
    const unsubscribe = app.services.events.subscribe(({ topic }) => topics.push(topic));
    const { days } = await closeDays();
    unsubscribe();
    expect(days).toBe(7); // 3rd to 9th
    // One event: every open page refetches for each.
    expect(topics).toEqual(['attendance']);
    const { rows } = await app.pool.query(
      `select day::text, count(*)::int as people from attendance_days where day between '2026-03-03' and '2026-03-09' group by day order by day`,
    );
    expect(rows).toEqual(['03', '05', '06', '09'].map((day) => ({ day: `2026-03-${day}`, people: 3 })));
  });

  it('leaves days unmarked, and still due, when auto-absent is off', async () => {
    const never = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 0 };
    await app.admin('POST', '/admin/time-settings', never);
    app.clock.set('2026-03-10T17:00:00Z');
    expect((await closeDays()).days).toBe(0);
    app.clock.set('2026-03-11T02:00:00Z');
    await closeDays();
    expect((await statusOf(app, 'T-3', '03_10_26'))?.[0]).toBe('unmarked');
    await app.admin('POST', '/admin/time-settings', { ...never, autoAbsent: 30 });
  });
});

describe('leave', () => {
  it('excuses past days at once and future days when they close, and can be deleted', async () => {
    const body = { user_id: 'T-3', from: '2026-03-09', to: '2026-03-12', reason: 'Flu' };
    const { body: answer } = await app.admin('POST', '/admin/leaves', body);
    expect(answer.message).toBe('Person T-3 is excused.');
    expect(await statusOf(app, 'T-3', '03_09_26')).toEqual(['excused', 'Excused for the day: Flu.']);
    expect((await statusOf(app, 'T-3', '03_11_26'))?.[0]).toBe('excused');
    app.clock.set('2026-03-13T02:00:00Z');
    await closeDays();
    expect((await statusOf(app, 'T-3', '03_12_26'))?.[0]).toBe('excused');
    const { body: list } = await app.admin('GET', '/admin/leaves?from=2026-03-01&to=2026-03-31');
    expect(list.leaves).toEqual([{ id: answer.id, name: 'Person T-3', ...body }]);
    await app.admin('DELETE', `/admin/leaves/${answer.id}`);
    expect((await statusOf(app, 'T-3', '03_12_26'))?.[0]).toBe('absent');
  });

  it('does not change a day with a check-in', async () => {
    await app.admin('POST', '/admin/leaves', {
      user_id: 'T-1',
      from: '03_02_26',
      to: '03_02_26',
      reason: 'Dentist',
    });
    expect((await statusOf(app, 'T-1', '03_02_26'))?.[0]).toBe('present');
  });

  it('is listed two hundred at a time, latest first, and a cursor leads on although entries come and go', async () => {
    // Three entries with the same first day, day after day.
    const { rows } = await app.pool.query<{ id: number }>(`
      insert into leaves (person_id, first_day, last_day, reason, noted_at)
      select p.id, date '2019-01-01' + n / 3, date '2019-01-01' + n / 3 + 40, 'x', now()
      from people p, generate_series(1, 400) n where p.code = 'T-1' returning id`);
    expect(rows).toHaveLength(400);
    type Page = { body: { leaves: { id: number; from: string }[]; next_cursor?: string } };
    const read = (cursor?: string): Promise<Page> =>
      app.admin('GET', `/admin/leaves?from=2019-01-01&to=2019-12-31${cursor ? `&cursor=${cursor}` : ''}`);
    const { body: first } = await read();
    expect(first.leaves).toHaveLength(200);
    // A later one comes, and the last one that was shown goes.
    await app.pool.query(`insert into leaves (person_id, first_day, last_day, reason, noted_at)
      select id, date '2019-12-01', date '2019-12-01', 'x', now() from people where code = 'T-1'`);
    await app.pool.query('delete from leaves where id = $1', [first.leaves.at(-1)?.id]);
    const { body: second } = await read(first.next_cursor);
    expect(second.next_cursor).toBeUndefined();
    const seen = [...first.leaves, ...second.leaves];
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(seen.map(({ from }) => from)).toEqual(
      seen
        .map(({ from }) => from)
        .toSorted()
        .toReversed(),
    );
    expect((await app.admin('GET', '/admin/leaves?from=2019-01-01&to=2019-12-31&cursor=W10')).status).toBe(
      400,
    );
    await app.pool.query(`delete from leaves where first_day < '2020-01-01'`);
  });

  it('must not end before it starts', async () => {
    const body = { user_id: 'T-1', from: '2026-03-09', to: '2026-03-08', reason: 'x' };
    expect((await app.admin('POST', '/admin/leaves', body)).status).toBe(400);
  });
});

describe('the calendar', () => {
  it('takes holidays of several days at once, and says what cannot be', async () => {
    const save = (body: object) => app.admin('POST', '/admin/holidays', { name: 'Winter', ...body });
    expect((await save({ date: '2027-12-24', to: '2028-01-02' })).status).toBe(200);
    const { body } = await app.admin('GET', '/admin/holidays?from=2027-12-01&to=2028-01-31');
    expect(body.holidays).toHaveLength(10);
    expect(body.holidays.at(-1)).toEqual({ date: '2028-01-02', name: 'Winter' });
    const backwards = await save({ date: '2027-12-24', to: '2027-12-23' });
    expect([backwards.status, backwards.body.error.fields]).toEqual([
      400,
      { to: 'The end date must not be before the start date.' },
    ]);
    expect((await save({ date: '2027-01-01', to: '2027-12-31' })).body.error.fields).toEqual({
      to: 'Enter at most 120 days at once.',
    });
  });

  it('imports the holidays of an iCalendar file', async () => {
    const ics =
      'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260503\nSUMMARY:May\nEND:VEVENT';
    const { body } = await app.admin('POST', '/admin/holidays/import', { ics });
    expect(body).toMatchObject({ added: 2, skipped: 0 });
    const { body: list } = await app.admin('GET', '/admin/holidays?from=2026-05-01&to=2026-05-31');
    expect(list).toEqual({
      holidays: [
        { date: '2026-05-01', name: 'May' },
        { date: '2026-05-02', name: 'May' },
      ],
      working_days: [1, 2, 3, 4, 5],
    });
    await app.admin('DELETE', '/admin/holidays/2026-05-02');
    expect((await app.admin('DELETE', '/admin/holidays/2026-05-02')).status).toBe(404);
    expect((await app.admin('POST', '/admin/holidays/import', { ics: 'nothing' })).status).toBe(400);
  });

  it('reads a calendar of ten thousand meetings, and says what is too much', async () => {
    const meetings = Array.from({ length: 10_000 }, (_, n) =>
      [
        'BEGIN:VEVENT',
        `UID:${n}@school.example`,
        'DTSTAMP:20260101T000000Z',
        'DTSTART:20260305T130000Z',
        'DTEND:20260305T140000Z',
        `SUMMARY:Staff meeting number ${n}`,
        'END:VEVENT',
      ].join('\r\n'),
    );
    const holiday = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20260601\r\nSUMMARY:June\r\nEND:VEVENT';
    const ics = [holiday, ...meetings].join('\r\n');
    expect(ics.length).toBeGreaterThan(1_500_000);
    const { body } = await app.admin('POST', '/admin/holidays/import', { ics });
    expect(body).toMatchObject({ added: 1, skipped: 10_000 });

    const closures = Array.from({ length: 300 }, (_, n) => {
      const year = 2100 + n;
      return `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${year}0101\r\nDURATION:P120D\r\nEND:VEVENT`;
    });
    const tooMany = await app.admin('POST', '/admin/holidays/import', { ics: closures.join('\r\n') });
    expect([tooMany.status, tooMany.body.error.fields]).toEqual([
      400,
      { ics: 'This calendar has more than 5000 days off.' },
    ]);
    const tooLarge = await app.admin('POST', '/admin/holidays/import', { ics: 'x'.repeat(6_000_000) });
    expect([tooLarge.status, tooLarge.body.message]).toEqual([413, 'The calendar file is larger than 4 MB.']);
    const large = await app.admin('POST', '/admin/holidays/import', { ics: 'x'.repeat(4_500_000) });
    expect([large.status, large.body.error.fields]).toEqual([
      400,
      { ics: 'The calendar file is larger than 4 MB.' },
    ]);
  });

  it('has configurable working days', async () => {
    await app.admin('PUT', '/admin/working-days', { working_days: [7, 1, 2, 3, 4, 4] });
    const { body } = await app.admin('GET', '/admin/holidays?from=2026-05-01&to=2026-05-01');
    expect(body.working_days).toEqual([1, 2, 3, 4, 7]);
  });
});

describe('the roll-up tables', () => {
  it('agree with the days after these changes and after deletions', async () => {
    expect(await rollupDifferences(app)).toEqual([]);
    await app.admin('DELETE', '/admin/users/T-3?erase=true');
    expect(await rollupDifferences(app)).toEqual([]);
    await app.admin('DELETE', '/admin/users/T-2');
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('are reported when they differ', async () => {
    await app.pool.query(
      `insert into rollup_deltas (day, is_student, on_time, late, very_late, absent, unmarked, excused, arrival_sum)
       values ('2026-02-01', true, 0, -1, 0, 1, 0, 0, 0)`,
    );
    expect((await rollupDifferences(app))[0]).toContain('day_rollups');
  });
});
