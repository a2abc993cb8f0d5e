import type { Means } from '@rollcall/core/attendance/attendance.types';
import { createRepositories } from '@rollcall/db/repositories';
import type { TestApp } from './test-app.ts';

/** Someone is seen now, as a camera would report it; the rules decide what that means. */
export async function seen(app: TestApp, code: string, means: Means = 'manual') {
  const today = await app.services.settings.today();
  const repos = createRepositories(app.db);
  const person = await repos.people.byCode(code);
  if (!person) throw new Error(`No ${code}`);
  return app.db.transaction((tx) =>
    app.services.attendance.record(
      createRepositories(tx),
      { personId: person.id, means, score: null },
      today,
    ),
  );
}

/** A face scan as the face engine will leave it behind. */
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

/** A day someone was missed, as closing it would have left it. */
export async function absent(app: TestApp, code: string, day: string): Promise<void> {
  await app.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select id, $2, 'absent', 'closing', kind, class_section, '09:00', 15, '09:30', 60, now() from people where code = $1`,
    [code, day],
  );
}
