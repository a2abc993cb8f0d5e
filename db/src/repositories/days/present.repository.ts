import type { CorrectionWanted, Direction } from '@rollcall/core/attendance/attendance.types';
import type { PersonSigns, PresentRepository } from '@rollcall/core/attendance/today/present/present.ports';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { timeFromDb } from '../../schema/columns.ts';
import { everybody } from './today.repository.ts';

interface CheckInJson {
  readonly at: string;
  readonly direction: Direction | null;
  readonly isAtKiosk: boolean;
  readonly place: string | null;
}

interface MarkJson {
  readonly markedAt: string;
  readonly className: string;
  readonly endTime: string | null;
}

interface CorrectionJson {
  readonly wanted: CorrectionWanted;
  readonly time: string | null;
  readonly decidedAt: string;
}

interface Row extends Omit<PersonSigns, 'checkIns' | 'classMarks' | 'correction'> {
  readonly checkIns: readonly CheckInJson[] | null;
  readonly classMarks: readonly MarkJson[] | null;
  readonly correction: CorrectionJson | null;
}

const fromRow = ({ checkIns, classMarks, correction, ...person }: Row): PersonSigns => ({
  ...person,
  checkIns: (checkIns ?? []).map(({ at, ...rest }) => ({ ...rest, at: new Date(at) })),
  classMarks: (classMarks ?? []).map(({ markedAt, className, endTime }) => ({
    className,
    markedAt: new Date(markedAt),
    endTime: endTime === null ? null : timeFromDb(endTime),
  })),
  correction: correction && {
    wanted: correction.wanted,
    time: correction.time === null ? null : timeFromDb(correction.time),
    decidedAt: new Date(correction.decidedAt),
  },
});

/** The kiosk as people know it: by its place, else by its name. */
const PLACE = sql`coalesce(nullif(k.place, ''), k.name)`;

export function createPresentRepository(db: Db): PresentRepository {
  return {
    async signs(date, reach) {
      const rows = await rowsOf<Row>(
        db,
        sql`with seen as (
              select c.person_id, jsonb_agg(jsonb_build_object('at', c.seen_at, 'direction', c.direction,
                  'isAtKiosk', c.kiosk_id is not null or c.direction is not null, 'place', ${PLACE})) as signs
              from check_ins c left join kiosks k on k.id = c.kiosk_id where c.day = ${date} group by c.person_id
            ), sheets as (
              select m.person_id, jsonb_agg(jsonb_build_object('markedAt', m.marked_at, 'className', m.class_name,
                  'endTime', c.end_time)) as signs
              from class_marks m left join classes c on c.id = m.class_id
              where m.day = ${date} and m.replaced_at is null and m.status in ('present', 'late') group by m.person_id
            ), entered as (
              select distinct on (person_id) person_id, jsonb_build_object('wanted', wanted, 'time', wanted_time,
                  'decidedAt', decided_at) as correction
              from corrections where day = ${date} and state = 'accepted'
              order by person_id, decided_at desc, id desc
            )
            select e.id, e.code, e.name, e.kind, e.class_section as "classSection", seen.signs as "checkIns",
              sheets.signs as "classMarks", entered.correction
            from (${everybody({ date, isOpen: false }, reach)}) e
            left join seen on seen.person_id = e.id left join sheets on sheets.person_id = e.id
            left join entered on entered.person_id = e.id
            order by e.class_section, ${nameOrder(sql`e.name`)}, e.id`,
      );
      return rows.map(fromRow);
    },
  };
}
