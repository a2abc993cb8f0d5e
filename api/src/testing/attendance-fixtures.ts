import type { Means } from '@rollcall/core/attendance/attendance.types';
import { createRepositories } from '@rollcall/db/repositories';
import { openMonthsBetween } from '@rollcall/db/testing/open-months';
import type { TestApp } from './test-app.ts';

/** Records a check-in of a person at the clock's time, as a camera would. */
export async function checkIn(app: TestApp, code: string, means: Means = 'manual') {
  const today = await app.services.settings.today();
  const repos = createRepositories(app.db);
  const person = await repos.people.byCode(code);
  if (!person) throw new Error(`No ${code}`);
  return app.db.transaction((tx) =>
    app.services.attendance.record(
      createRepositories(tx),
      { personId: person.id, means, score: null, by: null },
      today,
    ),
  );
}

/** Inserts a finished face scan and returns its id. */
export async function acceptedScan(
  app: TestApp,
  code: string,
  change: { expires?: Date; accepted?: boolean } = {},
) {
  const now = app.clock.now();
  const expires = change.expires ?? new Date(now.getTime() + 30_000);
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into face_scans (person_id, session_id, challenge, created_at, expires_at, spent_at, accepted_at, score)
     select p.id, (select max(s.id) from sessions s where s.person_id = p.id), '{}', $2, $3, $2, $4, 0.7
     from people p where p.code = $1 returning id`,
    [code, now, expires, change.accepted === false ? null : now],
  );
  const id = rows[0]?.id;
  if (!id) throw new Error('No scan was made.');
  return id;
}

/** Inserts an absent day, as closing the day would. */
export async function markAbsent(app: TestApp, code: string, day: string): Promise<void> {
  await openMonthsBetween(app.pool, day, day);
  await app.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select id, $2, 'absent', 'closing', kind, class_section, '09:00', 15, '09:30', 60, now() from people where code = $1`,
    [code, day],
  );
}

/** The status and reason of a person's day (`MM_DD_YY`); null without one. */
export async function statusOf(app: TestApp, code: string, date: string) {
  const { body } = await app.admin('GET', `/profile/${code}`);
  const record = body.attendance_history.find((each: { date: string }) => each.date === date);
  return record ? [record.status, record.reason] : null;
}

/** The differences between the roll-up tables and the days they sum up. */
export const rollupDifferences = (app: TestApp) => createRepositories(app.db).analytics.differences();

/** Privacy settings with which retention removes attendance and audit entries after a year. */
export const RETENTION_RULES = {
  consent_required: false,
  consent_version: '1',
  consent_text: 'I agree.',
  templates_unused_days: null,
  attendance_years: 1,
  audit_years: 1,
};
