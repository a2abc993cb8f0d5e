import { createJobs } from '@rollcall/core/jobs';
import { localDate } from '@rollcall/core/kernel/local-date';
import { createRepositories } from '@rollcall/db/repositories';
import { openMonthsBetween } from '@rollcall/db/testing/open-months';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkIn, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { MONDAY, openTestApp, type TestApp } from '../testing/test-app.ts';

const WRONG = '2036-01-15T12:00:00Z';
const PRIVACY = {
  consent_required: false,
  consent_version: '1',
  consent_text: 'I agree.',
  templates_unused_days: null,
  attendance_years: 5,
  audit_years: 5,
};

let app: TestApp;
let classId: number;
/** As a photo of the class does that shows K-1. */
async function recordSighting(date: string): Promise<void> {
  const { rows } = await app.pool.query(`select id from people where code = 'K-1'`);
  const sighting = { personId: rows[0].id, seenAt: app.clock.now(), score: 0.7 };
  await createRepositories(app.db).classMarks.recordSightings(classId, localDate(date), [sighting]);
}
beforeAll(async () => {
  app = await openTestApp({ ownAddresses: ['172.18.0.1'] });
  for (const code of ['K-1', 'K-2', 'K-3']) await app.person(code);
  // A year of days before.
  await openMonthsBetween(app.pool, '2025-03-02', '2026-03-01');
  await app.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select p.id, d::date, 'on_time', 'check_in', p.kind, p.class_section, d + time '09:05', 545, '09:00', 15, '09:30', 60, d
     from people p, generate_series(timestamp '2025-03-02', '2026-03-01', '1 day') d where p.kind <> 'admin'`,
  );
  await checkIn(app, 'K-1');
  await app.admin('PUT', '/admin/privacy-settings', PRIVACY);
  const slot = { name: 'Algebra', section: 'E', startTime: '09:00', endTime: '10:00' };
  classId = (await app.admin('POST', '/admin/classes', slot)).body.class.id;
  await recordSighting('2026-03-02');
});
afterAll(() => app.close());

/** Rows that a wrong clock could take away or invent. */
async function counts({ pool }: TestApp) {
  const { rows } = await pool.query(
    `select (select count(*)::int from attendance_days) as days, (select count(*)::int from check_ins) as "checkIns",
       (select count(*)::int from class_sightings where day < '2027-01-01') as sightings,
       (select count(*)::int from closed_days) as closed, (select count(*)::int from sessions) as sessions,
       (select count(*)::int from audit where action in ('day_closed', 'retention_applied')) as applied`,
  );
  return rows[0];
}

/** Runs every background job once, as the host does. */
async function runJobs(of: TestApp): Promise<void> {
  const jobs = createJobs({ services: of.services, repos: createRepositories(of.db), clock: of.clock });
  for (const { run } of jobs) await run();
  await of.services.retention.runDaily();
}

const publicClock = async (of: TestApp) => (await of.call('GET', '/settings/public')).body.clock_doubt;

describe('a clock that jumps to 2036 while the server runs', () => {
  it('closes no day, deletes nothing, and says so on every page', async () => {
    await runJobs(app);
    const before = await counts(app);
    expect(await publicClock(app)).toBeUndefined();
    expect(before.sightings).toBe(1);
    app.clock.jump(WRONG);
    await recordSighting('2036-01-15');
    await runJobs(app);
    expect(await counts(app)).toEqual(before);
    expect(await publicClock(app)).toEqual({
      reason: 'jumped_forward',
      server_time: '2036-01-15T12:00:00.000Z',
      expected_time: '2026-03-02T04:15:00.000Z',
      since: '2036-01-15T12:00:00.000Z',
    });
  });

  it('changes no figure of the year before, and keeps sessions', async () => {
    const { rows } = await app.pool.query(
      `select max(day)::text as last, count(*)::int as days from attendance_days`,
    );
    expect(rows[0]).toEqual({ last: '2026-03-02', days: 3 * 366 });
    const { rows: sessions } = await app.pool.query('select count(*)::int as n from sessions');
    expect(sessions[0].n).toBeGreaterThan(0);
  });

  it('is trusted again when the jump is taken back, and closes the days that are due', async () => {
    app.clock.jump(MONDAY);
    app.clock.advance(24 * 3_600_000);
    await runJobs(app);
    expect(await publicClock(app)).toBeUndefined();
    const { rows } = await app.pool.query('select max(day)::text as day from closed_days');
    expect(rows[0].day).toBe('2026-03-03');
    expect(await counts(app)).toMatchObject({ sightings: 0 });
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('closes no day for a time that the clock showed for a moment only', async () => {
    app.clock.advance(24 * 3_600_000);
    await app.services.clockGuard.isTrusted();
    const before = await counts(app);
    vi.spyOn(app.clock, 'now').mockReturnValueOnce(new Date(WRONG));
    expect(await app.services.closing.closeDueDays()).toEqual({ days: 0, people: 0 });
    expect(await counts(app)).toEqual(before);
    expect(await app.services.closing.closeDueDays()).toEqual({ days: 1, people: 3 });
  });

  it('does not lock out or keep in anybody who used it meanwhile', async () => {
    app.clock.jump(WRONG);
    const token = await app.signIn('k-1');
    expect((await app.call('GET', '/user/notices', { token })).status).toBe(200);
    for (let failure = 0; failure < 5; failure += 1) await app.signIn('k-2', 'wrong');
    app.clock.jump('2026-03-04T04:15:00Z');
    await runJobs(app);
    expect((await app.call('GET', '/user/notices', { token })).status).toBe(401);
    expect(await app.signIn('k-2')).not.toBe('undefined');
  });

  it('is doubted when steps of less than an hour add up to more, and trusted when they are taken back', async () => {
    const { clockGuard } = app.services;
    const right = app.clock.now().getTime();
    const trusted: boolean[] = [];
    for (const minutes of [0, 50, 100, 150, 0]) {
      app.clock.jump(new Date(right + minutes * 60_000).toISOString());
      trusted.push(await clockGuard.isTrusted());
    }
    expect(trusted).toEqual([true, true, false, false, true]);
  });
});

describe('a doubted clock', () => {
  /** The clock jumps forward by a night, which may be right: the machine was suspended. */
  const night = async () => {
    await app.services.clockGuard.isTrusted();
    app.clock.jump(new Date(app.clock.now().getTime() + 14 * 3_600_000).toISOString());
    expect(await app.services.clockGuard.isTrusted()).toBe(false);
  };
  const clientTime = () => app.clock.now().toISOString();
  const witnesses = async () => {
    const { body } = await app.admin('GET', '/admin/audit?action=clock_confirmed');
    return body.entries.map((each: { detail: { witness: string } }) => each.detail.witness);
  };

  it('is confirmed by an administrator, who says which time they saw', async () => {
    await night();
    const stale = await app.admin('POST', '/admin/clock/confirm', { server_time: MONDAY });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'conflict']);
    const confirmed = await app.admin('POST', '/admin/clock/confirm', { server_time: clientTime() });
    expect(confirmed.body).toEqual({ state: 'trusted', server_time: clientTime(), future_days: null });
    const { body } = await app.admin('GET', '/admin/audit?action=clock_confirmed');
    expect(body.entries[0]).toMatchObject({
      actor: 'Administrator',
      detail: { time: clientTime(), witness: 'administrator', reason: 'jumped_forward' },
    });
    expect(await app.services.clockGuard.isTrusted()).toBe(true);
  });

  it('is believed on the word of three devices that agree, not of two, and not of the same machine', async () => {
    await night();
    const tokens = await Promise.all(['k-1', 'k-2', 'k-3'].map((name) => app.signIn(name)));
    const [first, second, third] = tokens;
    const ask = (token: string | undefined, change = {}) =>
      app.call('GET', '/user/notices', { token, clientTime: clientTime(), ...change });
    for (const address of ['127.0.0.1', '172.18.0.1'])
      for (const token of tokens) await ask(token, { address });
    for (const token of tokens) await ask(token, { clientTime: MONDAY });
    for (const token of [first, first, second]) await ask(token);
    expect(app.services.clockGuard.status().state).toBe('doubted');
    await ask(third);
    expect(app.services.clockGuard.status().state).toBe('trusted');
    expect((await witnesses())[0]).toBe('devices');
  });

  it("is believed on the word of an administrator's own device, not of a program with their API token", async () => {
    await night();
    const made = await app.admin('POST', '/me/tokens', {
      name: 'Sync',
      actions: ['settings.manage'],
      expires_on: '2026-06-30',
    });
    const token: string = made.body.token;
    expect((await app.call('GET', '/admin/clock', { token, clientTime: clientTime() })).status).toBe(200);
    expect(app.services.clockGuard.status().state).toBe('doubted');
    await app.call('GET', '/admin/clock', { token: await app.adminToken(), clientTime: clientTime() });
    expect(app.services.clockGuard.status().state).toBe('trusted');
  });

  it('needs the word of an administrator when it is off by more than two weeks', async () => {
    const { clockGuard } = app.services;
    const right = app.clock.now();
    const ask = async () =>
      app.call('GET', '/admin/clock', { token: await app.adminToken(), clientTime: clientTime() });
    app.clock.jump(new Date(right.getTime() + 15 * 86_400_000).toISOString());
    expect(await clockGuard.isTrusted()).toBe(false);
    await ask();
    expect(clockGuard.status().state).toBe('doubted');
    // Set further after the last check, which found a doubt that devices may end.
    app.clock.jump(new Date(right.getTime() + 86_400_000).toISOString());
    expect(await clockGuard.isTrusted()).toBe(false);
    app.clock.jump('2031-01-15T12:00:00Z');
    await ask();
    expect(clockGuard.status().state).toBe('doubted');
    await app.admin('POST', '/admin/clock/confirm', { server_time: clientTime() });
    expect(clockGuard.status().state).toBe('trusted');
    app.clock.jump(right.toISOString());
    await clockGuard.isTrusted();
    await app.admin('POST', '/admin/clock/confirm', { server_time: right.toISOString() });
    expect(clockGuard.status().state).toBe('trusted');
  });
});

/** When each kind of job last succeeded; null where it never ran. */
async function lastRuns({ pool }: TestApp): Promise<Map<string, Date | null>> {
  const { rows } = await pool.query<{ kind: string; at: Date | null }>(
    'select kind, max(last_success_at) as at from jobs group by kind',
  );
  return new Map(rows.map(({ kind, at }) => [kind, at]));
}

describe('a server that is started with a wrong clock', () => {
  it('compares with the last known time, which other servers keep', async () => {
    await app.services.clockGuard.isTrusted();
    const before = await counts(app);
    const database = { db: app.db, pool: app.pool, close: async () => {} };
    const wrong = await openTestApp({ database, setUp: false, startAt: WRONG });
    await runJobs(wrong);
    expect(await counts(wrong)).toEqual(before);
    expect((await publicClock(wrong))?.reason).toBe('jumped_forward');
    // Nor does it take such jobs from the others. What the first server was woken for is finished before.
    await app.services.jobs.runDue();
    const runsBefore = await lastRuns(wrong);
    const needs = { services: wrong.services, repos: createRepositories(wrong.db), clock: wrong.clock };
    wrong.services.jobs.definePeriodic(createJobs(needs));
    await wrong.services.jobs.runDue();
    const after = await lastRuns(wrong);
    for (const kind of ['closing', 'ended_sessions', 'expired_files', 'finished_jobs', 'retention'])
      expect([kind, after.get(kind) ?? null]).toEqual([kind, runsBefore.get(kind) ?? null]);
    expect(after.get('backup_schedule')).toBeInstanceOf(Date);
    const early = await openTestApp({ database, setUp: false, startAt: '2020-01-01T00:00:00Z' });
    await early.services.clockGuard.isTrusted();
    expect((await publicClock(early))?.reason).toBe('behind_last_known');
    // The first server goes on: its clock is right.
    await runJobs(app);
    expect(await publicClock(app)).toBeUndefined();
    // A confirmation on one server is the last known time of the other.
    wrong.clock.jump(app.clock.now().toISOString());
    expect(await wrong.services.clockGuard.isTrusted()).toBe(true);
  });

  it("compares with the database's clock, and believes one on another machine", async () => {
    const database = { db: app.db, pool: app.pool, close: async () => {} };
    const now = app.clock.now();
    const night = new Date(now.getTime() + 14 * 3_600_000).toISOString();
    const reading = (iso: string, isElsewhere: boolean) => async () => ({
      time: Date.parse(iso),
      isElsewhere,
    });
    const open = (readDatabase: () => Promise<{ time: number; isElsewhere: boolean }>) =>
      openTestApp({ database, setUp: false, startAt: night, readDatabase });
    const beside = await open(reading(night, false));
    expect(await beside.services.clockGuard.isTrusted()).toBe(false);
    const late = await openTestApp({
      database,
      setUp: false,
      startAt: WRONG,
      readDatabase: reading(WRONG, true),
    });
    expect(await late.services.clockGuard.isTrusted()).toBe(false);
    const elsewhere = await open(reading(night, true));
    expect(await elsewhere.services.clockGuard.isTrusted()).toBe(true);
    let databaseTime = WRONG;
    const differing = await open(async () => reading(databaseTime, true)());
    await differing.services.clockGuard.isTrusted();
    expect((await publicClock(differing))?.reason).toBe('differs_from_database');
    // Confirmed: the database's clock is the wrong one, and stays known as such.
    await differing.admin('POST', '/admin/clock/confirm', { server_time: night });
    expect(await differing.services.clockGuard.isTrusted()).toBe(true);
    // Mended, it is no reason for doubt, and set wrong again it is one.
    databaseTime = night;
    expect(await differing.services.clockGuard.isTrusted()).toBe(true);
    databaseTime = WRONG;
    expect(await differing.services.clockGuard.isTrusted()).toBe(false);
  });
});

describe('days to come that were closed before there was a guard', () => {
  it('are found and removed, with the absences that were invented, and then days are closed again', async () => {
    const other = await openTestApp();
    for (const code of ['F-1', 'F-2']) await other.person(code);
    await runJobs(other);
    // What version 0.1 did: the clock was believed.
    other.clock.set('2026-03-16T12:00:00Z');
    await checkIn(other, 'F-1');
    await other.services.closing.closeDueDays();
    other.clock.set('2026-03-03T12:00:00Z');
    const invented = async () =>
      (await other.pool.query(`select count(*)::int as n from attendance_days where day > '2026-03-04'`))
        .rows[0].n;
    expect(await invented()).toBeGreaterThan(10);
    await other.pool.query(
      `insert into class_marks (class_id, class_name, subject, person_id, day, status, means, rule_start, rule_grace, rule_cutoff,
         rule_auto_absent, marked_at)
       select null, 'Physics', 'Physics', id, '2026-03-20', 'absent', 'manual', '09:00', 15, '09:30', 60, now()
       from people where code = 'F-2'`,
    );
    const { body } = await other.admin('GET', '/admin/clock');
    expect(body.future_days).toMatchObject({
      from: '2026-03-05',
      to: '2026-03-20',
      days: 12,
      check_ins: 1,
      class_marks: 1,
    });
    const { body: answer } = await other.admin('DELETE', '/admin/clock/future-days');
    expect(answer.removed).toEqual(body.future_days);
    expect(await invented()).toBe(0);
    const { rows } = await other.pool.query(
      'select day from check_ins union all select day from class_marks',
    );
    expect(rows).toEqual([]);
    expect((await other.admin('GET', '/admin/clock')).body.future_days).toBeNull();
    expect(await rollupDifferences(other)).toEqual([]);
    const { body: audit } = await other.admin('GET', '/admin/audit?action=future_days_removed');
    expect(audit.entries[0].detail).toMatchObject({ days: 12, checkIns: 1, classMarks: 1 });
    // Check-ins alone, without a closed day.
    other.clock.set('2026-03-16T12:00:00Z');
    await checkIn(other, 'F-1');
    other.clock.set('2026-03-03T12:00:00Z');
    const { body: alone } = await other.admin('GET', '/admin/clock');
    expect(alone.future_days).toMatchObject({ days: 0, from: '2026-03-16', to: '2026-03-16', check_ins: 1 });
    await other.admin('DELETE', '/admin/clock/future-days');
    expect(await invented()).toBe(0);
    await other.close();
  });

  it('are not removed by a clock that is doubted itself', async () => {
    app.clock.jump('2036-03-15T12:00:00Z');
    const refused = await app.admin('DELETE', '/admin/clock/future-days');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  });
});
