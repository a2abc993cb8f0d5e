import type { DayFrame, FactsRepository, PersonDay } from '@rollcall/core/attendance/facts.ports';
import type { LocalDate } from '@rollcall/core/time/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from './connection.ts';
import {
  type CheckInJson,
  type CorrectionJson,
  checkInFromJson,
  correctionFromJson,
  type DayJson,
  dayFromJson,
  type MarkJson,
  markFromJson,
  type RuleJson,
  timeRuleFromJson,
} from './facts.rows.ts';

interface FrameRow {
  readonly rule: RuleJson | null;
  readonly workingDays: number[] | null;
  readonly isHoliday: boolean;
  readonly isClosed: boolean;
}

interface PersonRow {
  readonly personId: number;
  readonly kept: DayJson | null;
  readonly checkIns: CheckInJson[] | null;
  readonly marks: MarkJson[] | null;
  readonly correction: CorrectionJson | null;
  readonly isOnLeave: boolean;
}

const frameColumns = (date: LocalDate): SQL => sql`
  (select to_jsonb(r) from time_rules r where effective_from <= ${date} order by effective_from desc limit 1) as rule,
  (select working_days from institution) as "workingDays",
  exists (select 1 from holidays where day = ${date}) as "isHoliday",
  exists (select 1 from closed_days where day = ${date}) as "isClosed"`;

/** Of a person `p`. */
const personColumns = (date: LocalDate): SQL => sql`
  p.id as "personId",
  (select to_jsonb(d) from attendance_days d where d.person_id = p.id and d.day = ${date}) as kept,
  (select jsonb_agg(to_jsonb(c) order by c.seen_at) from check_ins c
    where c.person_id = p.id and c.day = ${date}) as "checkIns",
  (select jsonb_agg(to_jsonb(m) order by m.id desc) from class_marks m
    where m.person_id = p.id and m.day = ${date} and m.replaced_at is null) as marks,
  (select to_jsonb(c) from corrections c where c.person_id = p.id and c.day = ${date} and c.state = 'accepted'
    order by c.decided_at desc, c.id desc limit 1) as correction,
  exists (select 1 from leaves l where l.person_id = p.id and ${date} between l.first_day and l.last_day) as "isOnLeave"`;

const frameFrom = (row: FrameRow, date: LocalDate): DayFrame => ({
  date,
  rule: row.rule && timeRuleFromJson(row.rule),
  workingDays: row.workingDays,
  isHoliday: row.isHoliday,
  isClosed: row.isClosed,
});

const personFrom = (row: PersonRow): PersonDay => ({
  personId: row.personId,
  kept: row.kept && dayFromJson(row.kept),
  checkIns: (row.checkIns ?? []).map(checkInFromJson),
  marks: (row.marks ?? []).map(markFromJson),
  correction: row.correction && correctionFromJson(row.correction),
  isOnLeave: row.isOnLeave,
});

export function createFactsRepository(db: Db): FactsRepository {
  return {
    async of(personId, date) {
      const row = await oneOf<FrameRow & PersonRow>(
        db,
        sql`select ${frameColumns(date)}, ${personColumns(date)} from people p where p.id = ${personId}`,
      );
      return { frame: frameFrom(row, date), person: personFrom(row) };
    },

    frame: async (date) => frameFrom(await oneOf<FrameRow>(db, sql`select ${frameColumns(date)}`), date),

    async everyone(date, after, limit) {
      const rows = await rowsOf<PersonRow>(
        db,
        sql`select ${personColumns(date)} from people p
            where p.id > ${after} and p.id in (select person_id from attendance_days where day = ${date})
            order by p.id limit ${limit}`,
      );
      return rows.map(personFrom);
    },
  };
}
