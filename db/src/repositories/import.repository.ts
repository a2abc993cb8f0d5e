import type { ImportRepository } from '@rollcall/core/import/import.ports';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf, withConflictErrors } from '../connection.ts';

const lowerCaseJson = (texts: readonly string[]): string =>
  JSON.stringify(texts.map((text) => text.toLowerCase()));

/** Sends rows as one JSON parameter, so that a statement for thousands costs little more than for one. */
export function createImportRepository(db: Db): ImportRepository {
  return {
    async taken(codes, usernames) {
      const [byCode, byUsername] = [
        await rowsOf<{ text: string }>(
          db,
          sql`select lower(code) as text from people
              where lower(code) in (select jsonb_array_elements_text(${lowerCaseJson(codes)}::jsonb))`,
        ),
        await rowsOf<{ text: string }>(
          db,
          sql`select lower(username) as text from people
              where lower(username) in (select jsonb_array_elements_text(${lowerCaseJson(usernames)}::jsonb))`,
        ),
      ];
      return {
        codes: new Set(byCode.map(({ text }) => text)),
        usernames: new Set(byUsername.map(({ text }) => text)),
      };
    },

    async insertPeople(people, registeredOn, at) {
      await withConflictErrors(
        rowsOf(
          db,
          sql`with given as (
                select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
                  as g(code text, name text, username text, kind text, "classSection" text, "passwordHash" text)
              ), added as (
                insert into people (code, name, username, kind, class_section, registered_on)
                select code, name, username, kind, "classSection", ${registeredOn}::date from given
                returning id, code
              )
              insert into credentials (person_id, password_hash, changed_at)
              select a.id, g."passwordHash", ${at} from added a join given g on g.code = a.code
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
      const rows = await rowsOf<{ key: string }>(
        db,
        sql`select person_id || '|' || day as key from attendance_days
            join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted(p int, d date)
              on person_id = p and day = d`,
      );
      return new Set(rows.map(({ key }) => key));
    },
  };
}
