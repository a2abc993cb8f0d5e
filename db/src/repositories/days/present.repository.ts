import type { CorrectionWanted } from '@rollcall/core/attendance/attendance.types';
import type {
  CheckInSign,
  PersonSigns,
  PresentRepository,
} from '@rollcall/core/attendance/today/present/present.ports';
import { addDays, type LocalDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { timeFromDb } from '../../schema/columns.ts';
import { everybody } from './today.repository.ts';

interface CheckInJson extends Omit<CheckInSign, 'at'> {
  readonly at: string;
}

interface MarkJson {
  readonly date: LocalDate;
  readonly markedAt: string;
  readonly className: string;
  readonly endTime: string | null;
}

interface CorrectionJson {
  readonly date: LocalDate;
  readonly wanted: CorrectionWanted;
  readonly time: string | null;
  readonly decidedAt: string;
}

interface Row extends Omit<PersonSigns, 'checkIns' | 'classMarks' | 'corrections'> {
  readonly checkIns: readonly CheckInJson[] | null;
  readonly classMarks: readonly MarkJson[] | null;
  readonly corrections: readonly CorrectionJson[] | null;
}

const fromRow = ({ checkIns, classMarks, corrections, ...person }: Row): PersonSigns => ({
  ...person,
  checkIns: (checkIns ?? []).map(({ at, ...rest }) => ({ ...rest, at: new Date(at) })),
  classMarks: (classMarks ?? []).map(({ date, markedAt, className, endTime }) => ({
    date,
    className,
    markedAt: new Date(markedAt),
    endTime: endTime === null ? null : timeFromDb(endTime),
  })),
  corrections: (corrections ?? []).map(({ date, wanted, time, decidedAt }) => ({
    date,
    wanted,
    time: time === null ? null : timeFromDb(time),
    decidedAt: new Date(decidedAt),
  })),
});

/** The kiosk as people know it: by its place, else by its name. */
const PLACE = sql`coalesce(nullif(k.place, ''), k.name)`;

export function createPresentRepository(db: Db): PresentRepository {
  return {
    async signs(date, since, reach) {
      const dayBefore = addDays(date, -1);
      const rows = await rowsOf<Row>(
        db,
        sql`with seen as (
              select c.person_id, jsonb_agg(jsonb_build_object('at', c.seen_at, 'date', c.day, 'direction', c.direction,
                  'kioskId', c.kiosk_id, 'isAtKiosk', c.kiosk_id is not null or c.direction is not null,
                  'place', ${PLACE})) as signs
              from check_ins c left join kiosks k on k.id = c.kiosk_id
              where c.day = ${date} or (c.day between ${addDays(date, -2)} and ${dayBefore} and (
                c.seen_at > ${since.toISOString()}::timestamptz or c.person_id in (select person_id from check_ins
                  where day between ${dayBefore} and ${date} and direction = 'both')))
              group by c.person_id
            ), sheets as (
              select m.person_id, jsonb_agg(jsonb_build_object('date', m.day, 'markedAt', m.marked_at,
                  'className', m.class_name, 'endTime', c.end_time)) as signs
              from class_marks m left join classes c on c.id = m.class_id
              where m.day between ${dayBefore} and ${date} and m.replaced_at is null and m.status in ('present', 'late')
              group by m.person_id
            ), entered as (
              select person_id, jsonb_agg(jsonb_build_object('date', day, 'wanted', wanted, 'time', wanted_time,
                  'decidedAt', decided_at)) as signs
              from (select distinct on (person_id, day) * from corrections
                where day between ${dayBefore} and ${date} and state = 'accepted'
                order by person_id, day, decided_at desc, id desc) latest
              group by person_id
            )
            select e.id, e.code, e.name, e.kind, e.class_section as "classSection", seen.signs as "checkIns",
              sheets.signs as "classMarks", entered.signs as corrections
            from (${everybody({ date, isOpen: false }, reach)}) e
            left join seen on seen.person_id = e.id left join sheets on sheets.person_id = e.id
            left join entered on entered.person_id = e.id
            order by e.class_section, ${nameOrder(sql`e.name`)}, e.id`,
      );
      return rows.map(fromRow);
    },
  };
}
