import type { EmptiedDays } from '@rollcall/core/attendance/attendance.types';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../connection.ts';
import { lastDay } from './days/pieces.ts';

/** The first day of removals whose days are not known. */
const UNKNOWN_START = '1900-01-01';

/** The days whose attendance retention removed, by the file of the removal; see docs/decisions/0027. */
export function createEmptiedDays(db: Db) {
  return {
    async note(file: string, { since, before }: EmptiedDays): Promise<void> {
      await db.execute(
        sql`insert into emptied_days as e (file, since, before)
            select ${file}, n.since, n.before from (
              select ${since}::date as since, least(${before}::date, ${await lastDay(db)}::date + 1) as before
            ) n where n.since < n.before
            on conflict (file) do update
              set since = least(e.since, excluded.since), before = greatest(e.before, excluded.before)`,
      );
    },

    async forget(file: string, days: EmptiedDays | null, dates: readonly LocalDate[]): Promise<void> {
      const [own] = await rowsOf<{ isKnown: boolean }>(
        db,
        sql`delete from emptied_days where file = ${file} returning since <> ${UNKNOWN_START} as "isKnown"`,
      );
      if (own?.isKnown || !days) return;
      // Noted under another name, or with other removals: days that the file does not hold stay emptied.
      const isMissing = sql`c.calendar = 'open' and c.day >= e.since and c.day < e.before
        and c.day not in (select held::date from jsonb_array_elements_text(${JSON.stringify(dates)}::jsonb) held)`;
      await db.execute(
        sql`delete from emptied_days e where e.since >= ${days.since} and e.before <= ${days.before}
              and not exists (select 1 from closed_days c where ${isMissing})
              and not exists (select 1 from retention_runs r join operations o on o.id = r.operation_id
                              where o.file = e.file and r.state = 'removing')`,
      );
      await db.execute(
        sql`update emptied_days e
            set before = coalesce((select max(c.day) + 1 from closed_days c where ${isMissing}), ${days.since}::date)
            where e.since = ${UNKNOWN_START} and e.before > ${days.since}`,
      );
    },

    async unfitting({ since, before }: EmptiedDays): Promise<LocalDate[]> {
      const onLeave = sql`exists (select 1 from leaves l
        where l.person_id = d.person_id and d.day between l.first_day and l.last_day)`;
      const rows = await rowsOf<{ date: LocalDate }>(
        db,
        sql`select distinct to_char(d.day, 'YYYY-MM-DD') as date
            from attendance_days d join people p on p.id = d.person_id left join closed_days c on c.day = d.day
            where d.day >= ${since} and d.day < ${before}
              and not exists (select 1 from emptied_days e where e.since <= d.day and e.before > d.day)
              and (d.day_off <> coalesce(c.calendar <> 'open',
                  d.day_off or exists (select 1 from holidays h where h.day = d.day))
                or p.deleted_at is null and (d.source = 'leave' and not ${onLeave}
                  or d.status in ('absent', 'unmarked') and d.source <> 'correction' and ${onLeave}))
            order by 1`,
      );
      return rows.map(({ date }) => date);
    },

    /** Of removals that cannot be undone any more, those count that no other of them contains. */
    async dropContained(): Promise<void> {
      await db.execute(
        sql`with final as materialized (
              select e.* from emptied_days e where not exists (select 1 from operations o where o.file = e.file)
            )
            delete from emptied_days e using final f, final x
            where f.file = e.file and x.file <> e.file and x.since <= e.since and x.before >= e.before
              and (x.since < e.since or x.before > e.before or x.file < e.file)`,
      );
    },
  };
}
