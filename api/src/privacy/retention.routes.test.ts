import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const RULES = {
  consent_required: false,
  consent_version: '1',
  consent_text: 'I agree.',
  templates_unused_days: null,
  attendance_years: 1,
  audit_years: 1,
};
const TABLES = ['attendance_days', 'check_ins', 'class_marks', 'corrections', 'leaves'] as const;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.person('R-1');
  await app.person('R-2');
  const ids = `(select id from people where code in ('R-1', 'R-2'))`;
  // 1,100 days of two people before the clock's day: more than two steps of a run.
  const day = `date '2026-03-01' - n`;
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
afterAll(() => app.close());

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
const save = (change = {}) => app.admin('PUT', '/admin/privacy-settings', { ...RULES, ...change });

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
    // The process ends after the third step.
    const crash = new AbortController();
    let steps = 0;
    const job = {
      jobId: 1,
      attempt: 1,
      signal: crash.signal,
      cursor: null,
      onProgress: () => {
        steps += 1;
        if (steps === 3) crash.abort(new Error('The process ended.'));
      },
      saveCursor: async () => {},
      pause: async () => {},
      report: () => {},
    };
    await expect(app.services.retention.run(job)).rejects.toThrow('The process ended.');
    const [half] = await runs();
    expect(half.state).toBe('removing');
    expect(half.done).toBeGreaterThan(0);
    expect(half.done).toBeLessThan(half.total);
    await app.services.retention.run();
    const [whole] = await runs();
    expect([whole.operation, whole.state, whole.done]).toEqual([half.operation, 'done', half.total]);
    expect(whole.removed.attendance_days).toBe(1470);
    expect((await app.admin('POST', `/admin/retention/${whole.operation}/undo`)).status).toBe(200);
    expect(await contents()).toEqual(before);

    await save();
    const writing = new AbortController();
    writing.abort(new Error('The process ended.'));
    await expect(app.services.retention.run({ ...job, signal: writing.signal })).rejects.toThrow();
    expect(await contents()).toEqual(before);
    expect((await runs())[0].operation).toBe(whole.operation);
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
