import type { AttendanceRepos } from '@rollcall/core/attendance/attendance.ports';
import { createCalendarRepair } from '@rollcall/core/attendance/calendar-repair.service';
import { createClosingService } from '@rollcall/core/attendance/closing.service';
import type { Actor } from '@rollcall/core/kernel/access';
import { type LocalDate, localDate } from '@rollcall/core/kernel/local-date';
import type { Transact } from '@rollcall/core/kernel/transact';
import type { Repositories } from '@rollcall/core/ports';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences, statusOf } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let actor: Actor;
const [MONDAY, TUESDAY, FRIDAY] = ['2026-03-02', '2026-03-03', '2026-03-06'].map(localDate) as [
  LocalDate,
  LocalDate,
  LocalDate,
];

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-01T02:00:00Z'); // Sunday in Kathmandu
  for (const id of ['D-1', 'D-2', 'D-3', 'D-4']) await app.person(id);
  for (const day of ['02', '03', '04', '05']) {
    app.clock.set(`2026-03-${day}T03:00:00Z`); // 08:45
    await checkIn(app, 'D-1');
    app.clock.set(`2026-03-${day}T05:00:00Z`);
    await app.services.closing.closeDueDays();
  }
  const [admin] = await createRepositories(app.db).people.administrators();
  if (!admin) throw new Error('No administrator');
  actor = {
    ...admin,
    personId: admin.id,
    hasAttendance: false,
    sections: null,
    classIds: [],
    sessionId: 0,
    onlyActions: null,
    mustDo: null,
    confirmedAt: null,
    address: '192.0.2.1',
  };
});
afterAll(() => app.close());

/** Runs something before each transaction, as another request, job or server might. */
function interrupted(before: (run: number) => Promise<unknown>): Transact<Repositories> {
  const transact = createTransact(app.db);
  let run = 0;
  return async (work) => {
    run += 1;
    await before(run);
    return transact(work);
  };
}
const needs = () => ({
  repos: createRepositories(app.db),
  events: app.services.events,
  settings: app.services.settings,
});
const repairWith = (before: (run: number) => Promise<unknown>) =>
  createCalendarRepair({ ...needs(), transact: interrupted(before) });

const holiday = (...dates: LocalDate[]) => ({
  from: dates[0] ?? MONDAY,
  to: dates.at(-1) ?? MONDAY,
  calendarOf: () => 'holiday' as const,
  write: (tx: AttendanceRepos) =>
    tx.calendar.saveHolidays(dates.map((date) => ({ date, name: 'Declared late' }))),
});
const removeHolidays = async (...dates: LocalDate[]) => {
  for (const date of dates) expect((await app.admin('DELETE', `/admin/holidays/${date}`)).status).toBe(200);
};
const crash = (at: number) => async (run: number) => {
  if (run >= at) throw new Error('The server stops.');
};
const verdicts = async (day: string, code = '%') => {
  const { rows } = await app.pool.query(
    `select case when p.deleted_at is null then p.code else 'deleted' end || ' ' || d.status
       || case when d.day_off then ' off' else '' end as text
     from attendance_days d join people p on p.id = d.person_id where d.day = $1 and p.code like $2 order by 1`,
    [day, code],
  );
  return rows.map(({ text }) => text);
};
const endLeases = () => app.pool.query(`update day_repairs set leased_until = now()`);
const repairsLeft = async () =>
  (await app.pool.query('select day::text from day_repairs order by 1')).rows.map(({ day }) => day);

describe('a repair that a crash interrupted', () => {
  it('is finished by the job once its lease has ended', async () => {
    const change = holiday(MONDAY, TUESDAY);
    await expect(repairWith(crash(3)).applyChange(actor, change)).rejects.toThrow('The server stops.');
    expect([await verdicts(MONDAY), (await verdicts(TUESDAY)).length]).toEqual([['D-1 on_time off'], 4]);
    expect(await app.services.calendarRepair.resume()).toMatchObject({ days: 0 });
    await endLeases();
    expect(await app.services.calendarRepair.resume()).toMatchObject({ days: 1, absencesRemoved: 3 });
    expect(await verdicts(TUESDAY)).toEqual(['D-1 on_time off']);
    expect(await repairsLeft()).toEqual([]);
    await removeHolidays(MONDAY, TUESDAY);
  });

  it('is finished although its lease was given by a clock that was years ahead', async () => {
    await expect(repairWith(crash(3)).applyChange(actor, holiday(MONDAY, TUESDAY))).rejects.toThrow();
    await app.pool.query(`update day_repairs set leased_until = now() + interval '10 years'`);
    expect(await app.services.calendarRepair.resume()).toMatchObject({ days: 1, absencesRemoved: 3 });
    await removeHolidays(MONDAY, TUESDAY);
  });

  it('is finished on days that are not closed: imported ones', async () => {
    const days = ['2026-02-02', '2026-02-03'];
    const rows = days.flatMap((day) =>
      ['D-1', 'D-2'].map((id) => `${id},${day},${id === 'D-1' ? '08:50' : ''}`),
    );
    const file = new TextEncoder().encode(['ID,Date,Check in', ...rows].join('\n'));
    const { upload, mapping } = (await app.upload('/admin/import/attendance/upload', file)).body;
    const request = { upload, mapping, date_order: 'ymd', bad_rows: 'refuse', dry_run: false };
    expect((await app.admin('POST', '/admin/import/attendance', request)).body.imported).toBe(4);
    const change = holiday(...days.map(localDate));
    await expect(repairWith(crash(3)).applyChange(actor, change)).rejects.toThrow('The server stops.');
    expect(await verdicts('2026-02-03')).toEqual(['D-1 on_time', 'D-2 absent']);
    await endLeases();
    expect(await app.services.calendarRepair.resume()).toMatchObject({
      days: 1,
      absencesRemoved: 1,
      visitsOff: 1,
    });
    expect(await verdicts('2026-02-03')).toEqual(['D-1 on_time off']);
    await removeHolidays(...days.map(localDate));
    expect(await verdicts('2026-02-03')).toEqual(['D-1 on_time', 'D-2 absent']);
  });
});

describe('two repairs of the same days', () => {
  it('do not work on them at once: the job leaves them to the request, which counts all of them', async () => {
    const jobs: number[] = [];
    const repair = repairWith(async (run) => {
      if (run > 1) jobs.push((await app.services.calendarRepair.resume()).days);
    });
    expect(await repair.applyChange(actor, holiday(MONDAY, TUESDAY))).toMatchObject({
      days: 2,
      absencesRemoved: 6,
    });
    expect(jobs).toEqual([0, 0]);
    await removeHolidays(MONDAY, TUESDAY);
  });

  it('keep their leases while they go on', async () => {
    const repair = repairWith(async (run) => {
      if (run === 2)
        await app.pool.query(`update day_repairs set leased_until = now() + interval '1 second'`);
      if (run !== 3) return;
      const { rows } = await app.pool.query(
        `select day::text from day_repairs where leased_until > now() + interval '1 minute'`,
      );
      expect(rows).toEqual([{ day: TUESDAY }]);
    });
    expect(await repair.applyChange(actor, holiday(MONDAY, TUESDAY))).toMatchObject({ days: 2 });
    await removeHolidays(MONDAY, TUESDAY);
  });

  it('finish only what they began: a later one that crashes is not forgotten', async () => {
    const later = {
      ...holiday(MONDAY, TUESDAY),
      calendarOf: () => 'open' as const,
      write: async (tx: AttendanceRepos) => {
        for (const date of [MONDAY, TUESDAY]) await tx.calendar.removeHoliday(date);
      },
    };
    const first = repairWith(async (run) => {
      if (run !== 3) return; // the first day is done
      await expect(repairWith(crash(2)).applyChange(actor, later)).rejects.toThrow('The server stops.');
    });
    expect(await first.applyChange(actor, holiday(MONDAY, TUESDAY))).toMatchObject({ days: 1 });
    expect(await repairsLeft()).toEqual([MONDAY, TUESDAY]);
    await endLeases();
    expect(await app.services.calendarRepair.resume()).toMatchObject({ days: 1, absencesAdded: 3 });
    expect((await verdicts(MONDAY)).length).toBe(4);
    expect(await rollupDifferences(app)).toEqual([]);
  });
});

describe('a change of the calendar', () => {
  it('covers a day that is closed while it waits for the lock', async () => {
    app.clock.set('2026-03-06T02:00:00Z');
    const repair = repairWith(async (run) => {
      if (run !== 1) return;
      app.clock.set('2026-03-06T05:00:00Z');
      expect(await app.services.closing.closeDueDays()).toMatchObject({ days: 1, people: 4 });
    });
    expect(await repair.applyChange(actor, holiday(FRIDAY))).toMatchObject({ absencesRemoved: 4 });
    expect(await verdicts(FRIDAY)).toEqual([]);
    await removeHolidays(FRIDAY);
    expect((await verdicts(FRIDAY)).length).toBe(4);
  });
});

describe('somebody deleted', () => {
  const leaveOf = async (id: string) => {
    const leave = { user_id: id, from: MONDAY, to: MONDAY, reason: 'Ill' };
    return (await app.admin('POST', '/admin/leaves', leave)).body.id;
  };
  const correct = (id: string, date: string) =>
    app.admin('PUT', `/admin/users/${id}/attendance/${date}`, {
      wanted: 'present',
      time: '08:50',
      reason: 'Seen at the gate',
    });

  it('keeps their verdicts when days are repaired, reopened and closed, and when a holiday comes and goes', async () => {
    for (const id of ['D-2', 'D-3']) await leaveOf(id);
    await correct('D-2', '03_03_26');
    await app.admin('DELETE', '/admin/users/D-2');
    const kept = async () => [await verdicts(MONDAY), await verdicts(TUESDAY), await verdicts('2026-03-04')];
    const before = await kept();
    expect(before.map((each) => each.find((text) => text.startsWith('deleted')))).toEqual([
      'deleted excused',
      'deleted on_time',
      'deleted absent',
    ]);
    const range = { from: MONDAY, to: '2026-03-04' };
    for (const query of ['?preview=true', '']) {
      const { body } = await app.admin('POST', `/admin/days/repair${query}`, range);
      expect(body.changes).toMatchObject({ days: 0 });
    }
    for (const date of [MONDAY, TUESDAY, '2026-03-04']) {
      await app.admin('POST', `/admin/days/${date}/reopen`);
      await app.admin('POST', `/admin/days/${date}/close`);
    }
    expect(await kept()).toEqual(before);
    const { body } = await app.admin('POST', '/admin/holidays', { date: MONDAY, name: 'Late' });
    expect(body.changes).toMatchObject({ absences_removed: 1, excused_removed: 2 });
    expect(await verdicts(MONDAY, 'deleted%')).toEqual(['deleted excused off']);
    expect(await rollupDifferences(app)).toEqual([]);
    await removeHolidays(MONDAY);
    expect(await kept()).toEqual(before);
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('gets no absence from a day that is being closed meanwhile', async () => {
    await app.person('D-5');
    app.clock.set('2026-03-09T05:00:00Z');
    const closing = createClosingService({
      ...needs(),
      clockGuard: app.services.clockGuard,
      transact: interrupted(async () => {
        const { rows } = await app.pool.query(`select 1 from closed_days where day = '2026-03-09'`);
        if (rows.length > 0) await app.admin('DELETE', '/admin/users/D-5');
      }),
    });
    await closing.closeDueDays();
    expect(await verdicts('2026-03-09')).toEqual(['D-1 absent', 'D-3 absent', 'D-4 absent']);
  });

  it('keeps the days excused by a leave that somebody removes at the same time', async () => {
    const repos = createRepositories(app.db);
    const leave = await repos.calendar.leaveById(await leaveOf('D-4'));
    if (!leave) throw new Error('No leave');
    await app.admin('DELETE', '/admin/users/D-4');
    // As read before the person was deleted.
    await app.pool.query(
      `insert into leaves (id, person_id, first_day, last_day, reason, noted_at) values ($1, $2, $3, $3, 'Ill', now())`,
      [leave.id, leave.personId, MONDAY],
    );
    expect((await app.admin('DELETE', `/admin/leaves/${leave.id}`)).status).toBe(404);
    expect(await verdicts(MONDAY, 'deleted%')).toEqual(['deleted excused', 'deleted excused']);
    expect((await statusOf(app, 'D-3', '03_02_26'))?.[0]).toBe('excused');
  });
});
