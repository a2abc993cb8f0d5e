import { createRepositories } from '@rollcall/db/repositories';
import { openMonthsBetween } from '@rollcall/db/testing/open-months';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, RETENTION_RULES, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const TABLES = ['attendance_days', 'check_ins', 'class_marks', 'corrections', 'leaves'] as const;

let app: TestApp;
/** Another server on the same database and folder. */
let other: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  other = await openTestApp({
    database: { db: app.db, pool: app.pool, close: async () => {} },
    setUp: false,
    clock: app.clock,
    files: app.files,
    masterKeys: app.keyNeeds.keys,
    server: { id: 'other', isAlone: false },
  });
  await app.person('R-1');
  await app.person('R-2');
  const ids = `(select id from people where code in ('R-1', 'R-2'))`;
  // 1,100 days of two people before the clock's day: more than two steps of a run.
  const day = `date '2026-03-01' - n`;
  await openMonthsBetween(app.pool, '2023-02-25', '2026-03-01');
  await app.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select p.id, ${day}, 'on_time', 'check_in', p.kind, p.class_section, ${day} + time '09:05', 545,
       '09:00', 15, '09:30', 60, now()
     from people p, generate_series(0, 1099) n where p.id in ${ids}`,
  );
  await app.pool.query(
    `insert into check_ins (person_id, day, seen_at, means, score, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
     select p.id, ${day}, ${day} + time '09:05', 'face', 0.71, '09:00', 15, '09:30', 60
     from people p, generate_series(0, 1099) n where p.id in ${ids}`,
  );
  await app.pool.query(
    `insert into corrections (person_id, day, wanted, reason, asked_by, asked_at, state, decided_by, decided_at)
     select p.id, '2024-05-06', 'excused', 'At the doctor', p.id, now(), 'accepted',
       (select id from people where kind = 'admin'), now() from people p where p.id in ${ids}`,
  );
  await app.pool.query(
    `insert into leaves (person_id, first_day, last_day, reason, noted_at)
     select p.id, '2024-05-06', '2024-05-07', 'Family', now() from people p where p.id in ${ids}`,
  );
  await app.pool.query(
    `insert into audit (at, actor_id, actor_name, action, subject, address, detail)
     select '2024-01-01'::timestamptz + n * interval '1 minute', id, name, 'sign_in', code, '192.0.2.1', '{"n": 1.5}'
     from people, generate_series(1, 20) n where code = 'R-1'`,
  );
  await checkIn(app, 'R-1');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** A checksum of every row of the tables that retention removes from, and the number of rows. */
async function contents() {
  const found: Record<string, unknown> = {};
  for (const table of TABLES) {
    const { rows } = await app.pool.query(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`,
    );
    found[table] = rows[0];
  }
  return found;
}
const figures = async () => (await app.admin('GET', '/admin/analytics?from=2024-01-01&to=2026-03-02')).body;
const oldAudit = async () =>
  (await app.pool.query(`select count(*)::int as n from audit where at < '2025-01-01'`)).rows[0].n;
const runs = async () => (await app.admin('GET', '/admin/retention/runs')).body.runs;
/** Runs until the step after which `then` is called: the process ends there, unless it does something else. */
async function runUntil(step: number, then?: () => Promise<void> | void, signal?: AbortSignal) {
  const crash = new AbortController();
  let steps = 0;
  const job = {
    jobId: 1,
    attempt: 1,
    signal: signal ?? crash.signal,
    cursor: null,
    onProgress: () => {
      steps += 1;
      if (steps !== step) return;
      if (then) void then();
      else crash.abort(new Error('The process ended.'));
    },
    saveCursor: async () => {},
    assertHeld: async () => {},
    pause: async () => {},
    report: () => {},
  };
  return app.services.retention.run(job);
}
const jump = (iso: string) => app.clock.jump(iso);
const save = (change = {}) => app.admin('PUT', '/admin/privacy-settings', { ...RETENTION_RULES, ...change });

describe('retention', () => {
  it('writes what it removes to a sealed file, and undoing it gives the same rows and figures', async () => {
    const [before, figuresBefore] = [await contents(), await figures()];
    await save();
    const done = await app.services.retention.run();
    expect(done).toMatchObject({ attendanceDays: 2 * 735, checkIns: 2 * 735, auditEntries: 20 });
    expect(await oldAudit()).toBe(0);
    expect(await rollupDifferences(app)).toEqual([]);
    const [run] = await runs();
    expect(run).toMatchObject({
      state: 'done',
      removed: { attendance_days: 1470, check_ins: 1470, corrections: 2, leaves: 2, audit_entries: 20 },
      expires_at: '2026-04-01T04:15:00.000Z',
      undone_at: null,
    });
    const { body: file } = await app.admin('GET', '/admin/operations');
    expect(JSON.stringify(file ?? {})).not.toContain('At the doctor');

    const undone = await app.admin('POST', `/admin/retention/${run.operation}/undo`);
    expect(undone.body.put_back).toEqual(run.removed);
    expect(await contents()).toEqual(before);
    expect(await figures()).toEqual(figuresBefore);
    expect(await oldAudit()).toBe(20);
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('undone, is switched off for what came back; undoing twice changes nothing', async () => {
    const { body: rules } = await app.admin('GET', '/admin/privacy-settings');
    expect([rules.attendance_years, rules.audit_years]).toEqual([null, null]);
    const before = await contents();
    const [run] = await runs();
    const again = await app.admin('POST', `/admin/retention/${run.operation}/undo`);
    expect(again.body.put_back).toEqual(run.put_back);
    expect(await contents()).toEqual(before);
    const { body } = await app.admin('GET', '/admin/audit?action=retention_undone');
    expect(body.entries).toHaveLength(2);
    expect((await app.admin('POST', '/admin/retention/99999/undo')).status).toBe(404);
  });

  it('leaves rows that changed after they were written to the file', async () => {
    const repos = createRepositories(app.db);
    const { rows } = await repos.retention.page('corrections', '2025-01-01' as never, null, 10);
    await app.pool.query(
      `update corrections set reason = 'Changed' where id = (select min(id) from corrections)`,
    );
    expect(await repos.retention.remove('corrections', rows)).toBe(1);
    expect(await repos.retention.putBack('corrections', rows, app.clock.now())).toBe(1);
  });

  it('continues from its file after a crash, and gives up one that was not whole', async () => {
    await save();
    const before = await contents();
    await expect(runUntil(3)).rejects.toThrow('The process ended.');
    const [half] = await runs();
    expect(half.state).toBe('removing');
    expect(half.done).toBeGreaterThan(0);
    expect(half.done).toBeLessThan(half.total);
    // The check-ins of this day are gone already: derived again it would lose its verdicts.
    const { body: holiday } = await app.admin('POST', '/admin/holidays', {
      date: '2023-06-05',
      name: 'Late',
    });
    expect(holiday.changes.days).toBe(0);
    await app.admin('DELETE', '/admin/holidays/2023-06-05');
    expect(await contents()).toMatchObject({ attendance_days: before.attendance_days });
    await app.services.retention.run();
    const [whole] = await runs();
    expect([whole.operation, whole.state, whole.done]).toEqual([half.operation, 'done', half.total]);
    expect(whole.removed.attendance_days).toBe(1470);
    expect((await app.admin('POST', `/admin/retention/${whole.operation}/undo`)).status).toBe(200);
    expect(await contents()).toEqual(before);

    await save();
    const writing = new AbortController();
    writing.abort(new Error('The process ended.'));
    await expect(runUntil(0, undefined, writing.signal)).rejects.toThrow();
    expect(await contents()).toEqual(before);
    expect((await runs())[0].operation).toBe(whole.operation);
  });

  it('undone while it is removing, ends on every server and stays undone', async () => {
    const before = await contents();
    await save();
    await expect(runUntil(3)).rejects.toThrow('The process ended.');
    const [half] = await runs();
    expect((await app.admin('POST', `/admin/retention/${half.operation}/undo`)).body.state).toBe('done');
    await app.services.retention.run();
    expect(await contents()).toEqual(before);

    // Another server undoes it between two steps of this one, which waits for that.
    await save();
    const { clockGuard } = app.services;
    const { isTrusted } = clockGuard;
    const undone: unknown[] = [];
    clockGuard.isTrusted = async (used) => {
      const [run] = await runs();
      if (undone.length === 0 && run?.state === 'removing' && run.done > 0) {
        expect(run.done).toBeLessThan(run.total);
        const { body } = await other.admin('POST', `/admin/retention/${run.operation}/undo`);
        undone.push(body.done, body.total, body.state);
      }
      return isTrusted(used);
    };
    await app.services.retention.run();
    clockGuard.isTrusted = isTrusted;
    const [done, total, state] = undone;
    expect([state, Number(done) > 0, Number(done) < Number(total)]).toEqual(['done', true, true]);
    expect((await runs())[0].done).toBe(done);
    await app.services.retention.run();
    expect(await contents()).toEqual(before);
  });

  it('stops between two steps when the clock becomes doubted, and goes on within the day', async () => {
    const before = await contents();
    const now = app.clock.now().toISOString();
    await save();
    await runUntil(2, () => jump('2036-01-15T12:00:00Z'));
    const [half] = await runs();
    expect([half.state, half.done < half.total]).toEqual(['removing', true]);
    jump(now);
    let isSet = false;
    // Doubted when the daily run continues, and right again an hour later.
    const { files } = app;
    const read = files.read;
    files.read = async (name) => {
      if (!isSet) jump('2036-01-15T12:00:00Z');
      isSet = true;
      return read(name);
    };
    expect(await app.services.retention.runDaily()).toMatchObject({ attendanceDays: 0 });
    files.read = read;
    jump(now);
    expect(await app.services.retention.runDaily()).not.toBeNull();
    const [whole] = await runs();
    expect([whole.operation, whole.state]).toEqual([half.operation, 'done']);
    await app.admin('POST', `/admin/retention/${whole.operation}/undo`);
    expect(await contents()).toEqual(before);
  });

  it('gives up a run whose file cannot be opened, and removes the rest with another', async () => {
    await save();
    await expect(runUntil(3)).rejects.toThrow('The process ended.');
    const [half] = await runs();
    const stored = await app.files.read(half.file);
    const bytes = new Uint8Array(await new Response(stored?.stream).arrayBuffer());
    const damaged = bytes.slice();
    damaged.set([(bytes.at(-40) ?? 0) ^ 1], damaged.length - 40);
    const put = (content: Uint8Array) =>
      app.files.write(
        half.file,
        (async function* () {
          yield content;
        })(),
      );
    await put(damaged);
    await app.services.retention.run();
    const [next, failed] = await runs();
    expect([next.state, failed.operation, failed.state]).toEqual(['done', half.operation, 'failed']);
    expect(next.removed.attendance_days).toBe(1470);
    // The right file was found again: what the first run removed can still be put back.
    await put(bytes);
    for (const { operation } of [next, failed])
      expect((await app.admin('POST', `/admin/retention/${operation}/undo`)).status).toBe(200);
    expect((await contents()).check_ins).toMatchObject({ rows: 2201 });
  });

  it('removes nothing for a run that another server gave up meanwhile', async () => {
    await save();
    const before = await contents();
    const { files } = app;
    const write = files.write;
    files.write = async (name, chunks) => {
      const stored = await write(name, chunks);
      files.write = write;
      await other.services.retention.run();
      return stored;
    };
    await expect(app.services.retention.run()).rejects.toThrow();
    const [run] = await runs();
    expect([run.state, run.removed.attendance_days]).toEqual(['done', 1470]);
    const kept = (await files.list()).filter(({ name }) => name.startsWith('retention-'));
    expect(kept).toHaveLength((await runs()).length);
    await app.admin('POST', `/admin/retention/${run.operation}/undo`);
    expect(await contents()).toEqual(before);
  });

  it('put back, leaves out people who were erased since, and their audit entries', async () => {
    await save();
    await app.services.retention.run();
    const [run] = await runs();
    await app.admin('DELETE', '/admin/users/R-1?erase=true');
    const undone = await app.admin('POST', `/admin/retention/${run.operation}/undo`);
    expect(undone.body.put_back).toMatchObject({ attendance_days: 735, check_ins: 735, audit_entries: 0 });
    const { rows } = await app.pool.query(
      `select count(distinct person_id)::int as people from attendance_days where day < '2025-01-01'`,
    );
    expect(rows[0].people).toBe(1);
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('expires with its file after thirty days', async () => {
    const before = await runs();
    expect(before.length).toBeGreaterThan(0);
    app.clock.advance(31 * 86_400_000);
    await app.services.backup.removeExpired();
    expect(await runs()).toEqual([]);
  });
});
