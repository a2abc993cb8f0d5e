import { accountKey } from '@rollcall/core/auth/auth.rules';
import type { ImportRepository } from '@rollcall/core/import/import.ports';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf, withConflictErrors } from '../connection.ts';
import { withinSpan } from './days/months.ts';

const lowerCaseJson = (texts: readonly string[]): string =>
  JSON.stringify(texts.map((text) => text.toLowerCase()));

const keysJson = (usernames: readonly string[]): string => JSON.stringify(usernames.map(accountKey));

/** Sends rows as one JSON parameter, so that a statement for thousands costs little more than for one. */
export function createImportRepository(db: Db): ImportRepository {
  return {
    async taken(codes, usernames, emails) {
      const [byCode, byUsername, byEmail] = [
        await rowsOf<{ text: string }>(
          db,
          sql`select lower(code) as text from people
              where lower(code) in (select jsonb_array_elements_text(${lowerCaseJson(codes)}::jsonb))`,
        ),
        await rowsOf<{ text: string }>(
          db,
          sql`select account_key(username) as text from people
              where account_key(username) in (select jsonb_array_elements_text(${keysJson(usernames)}::jsonb))`,
        ),
        await rowsOf<{ text: string }>(
          db,
          sql`select lower(email) as text from people where deleted_at is null and not email_unchecked
              and lower(email) in (select jsonb_array_elements_text(${lowerCaseJson(emails)}::jsonb))`,
        ),
      ];
      return {
        codes: new Set(byCode.map(({ text }) => text)),
        usernames: new Set(byUsername.map(({ text }) => text)),
        emails: new Set(byEmail.map(({ text }) => text)),
      };
    },

    async insertPeople(people, registeredOn, at) {
      await withConflictErrors(
        rowsOf(
          db,
          sql`with given as (
                select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
                  as g(code text, name text, username text, kind text, "classSection" text, email text, "contactPhone" text,
                    role text, "passwordHash" text)
              ), added as (
                insert into people (code, name, username, kind, class_section, email, contact_phone, role, registered_on)
                select code, name, username, kind, "classSection", email, "contactPhone", role, ${registeredOn}::date from given
                returning id, code
              )
              insert into credentials (person_id, password_hash, changed_at, must_change)
              select a.id, g."passwordHash", ${at}, true from added a join given g on g.code = a.code
              where g."passwordHash" is not null`,
        ),
      );
    },

    async idsOf(codes) {
      const rows = await rowsOf<{ id: number; code: string }>(
        db,
        sql`select id, lower(code) as code from people where deleted_at is null and kind <> 'admin'
            and lower(code) in (select jsonb_array_elements_text(${lowerCaseJson(codes)}::jsonb))`,
      );
      return new Map(rows.map(({ id, code }) => [code, id]));
    },

    async knownDays(days) {
      const keys = days.map(({ personId, date }) => ({ p: personId, d: date }));
      const rows = await rowsOf<{ key: string; times: string[] | null; isAbsence: boolean }>(
        db,
        sql`select a.person_id || '|' || a.day as key,
              (select jsonb_agg(c.seen_at order by c.seen_at) from check_ins c
                where c.person_id = p and c.day = d and c.means = 'import') as times,
              exists (select 1 from fixed_absences f
                where f.person_id = p and f.day = d and f.source = 'import') as "isAbsence"
            from attendance_days a
              join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted(p int, d date)
                on a.person_id = p and a.day = d
            where ${withinSpan(
              sql`a.day`,
              days.map(({ date }) => date),
            )}`,
      );
      return new Map(
        rows.map(({ key, times, isAbsence }) => [
          key,
          times ? times.map((time) => new Date(time)) : isAbsence ? [] : null,
        ]),
      );
    },
  };
}
