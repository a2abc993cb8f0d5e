import type {
  DayNote,
  PersonToday,
  StateCount,
  TodayChoice,
  TodayDay,
  TodayFilter,
  TodayRepository,
} from '@rollcall/core/attendance/today/today.ports';
import type { Reach } from '@rollcall/core/kernel/access';
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Db, likePattern, rowsOf, writtenRow } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { dayNotes } from '../../schema/attendance.schema.ts';
import { reached } from '../accounts/reach.ts';

/** Where a person `p` with the recorded day `d` is: the same people are missing here as in `missingPeople`. */
const stateOf = ({ date, isOpen }: TodayDay): SQL =>
  isOpen
    ? sql`case
        when d.first_in is not null then case when d.status = 'on_time' then 'here' else 'late' end
        when d.status in ('absent', 'unmarked') then 'absent'
        when d.status = 'excused' or (d.person_id is null and exists (select 1 from leaves l
          where l.person_id = p.id and ${date} between l.first_day and l.last_day)) then 'excused'
        when p.registered_on < ${date} and not exists (select 1 from closed_days
          where day = ${date} and finished_at is not null and reopened_at is null) then 'not_yet'
        else 'not_due' end`
    : sql`'day_off'`;

/** Everybody within reach with their state. */
export const everybody = (day: TodayDay, reach: Reach): SQL => sql`
  select p.id, p.code, p.name, p.kind, p.class_section, p.contact_phone, d.first_in, ${stateOf(day)} as state
  from people p left join attendance_days d on d.person_id = p.id and d.day = ${day.date}
  where p.kind <> 'admin' and p.deleted_at is null and p.registered_on <= ${day.date} and ${reached(reach, sql`p`)}`;

const isChosen = (choice: TodayChoice): SQL =>
  choice === 'missing' ? sql`state in ('not_yet', 'absent')` : sql`state = ${choice}`;

function matching({ state, section, search, code }: TodayFilter): SQL {
  const pattern = search?.trim() ? likePattern(search.trim()) : null;
  const conditions = [
    ...(state ? [isChosen(state)] : []),
    ...(section ? [sql`class_section = ${section}`] : []),
    ...(pattern ? [sql`(name ilike ${pattern} or code ilike ${pattern})`] : []),
    ...(code === undefined ? [] : [sql`lower(code) = lower(${code})`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** What is known of the people of one page `e`. An excuse was entered by hand, or is the reason of the leave. */
const details = ({ date }: TodayDay): SQL => sql`
  coalesce((select jsonb_agg(c.name order by c.start_time, c.name) from class_members m join classes c on c.id = m.class_id
    where m.person_id = e.id and extract(isodow from ${date}::date) = any(c.weekdays)), '[]') as classes,
  case when e.state = 'excused' then coalesce(
    (select c.reason from corrections c where c.person_id = e.id and c.day = ${date} and c.state = 'accepted'
      and c.wanted = 'excused' order by c.decided_at desc, c.id desc limit 1),
    (select l.reason from leaves l where l.person_id = e.id and ${date} between l.first_day and l.last_day
      order by l.id limit 1)) end as excuse,
  (select case when c.asked_by = c.decided_by then c.id end from corrections c where c.person_id = e.id
    and c.day = ${date} and c.state = 'accepted' order by c.decided_at desc, c.id desc limit 1) as "markId",
  coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'kind', n.kind, 'text', n.text, 'at', n.noted_at,
      'by', a.name) order by n.id)
    from day_notes n left join people a on a.id = n.noted_by
    where n.person_id = e.id and n.day = ${date}), '[]') as notes`;

interface Row extends Omit<PersonToday, 'firstIn' | 'notes'> {
  readonly firstIn: string | Date | null;
  readonly notes: readonly (Omit<DayNote, 'at'> & { readonly at: string })[];
  readonly total: number;
}

const fromRow = ({ firstIn, notes, total: _, ...row }: Row): PersonToday => ({
  ...row,
  firstIn: firstIn === null ? null : new Date(firstIn),
  notes: notes.map((note) => ({ ...note, at: new Date(note.at) })),
});

export function createTodayRepository(db: Db): TodayRepository {
  return {
    counts: (day, reach, section) =>
      rowsOf<StateCount>(
        db,
        sql`select state, count(*)::int as people, count(first_in)::int as seen
            from (${everybody(day, reach)}) e where ${section ? sql`class_section = ${section}` : sql`true`}
            group by state`,
      ),

    async people(day, reach, filter) {
      const rows = await rowsOf<Row>(
        db,
        sql`select e.code, e.name, e.kind, e.class_section as "classSection", e.contact_phone as phone, e.state,
              e.first_in as "firstIn", e.total, ${details(day)}
            from (
              select *, count(*) over ()::int as total from (${everybody(day, reach)}) everybody
              where ${matching(filter)} order by class_section, ${nameOrder(sql`name`)}, id
              limit ${filter.limit} offset ${filter.offset}
            ) e order by e.class_section, ${nameOrder(sql`e.name`)}, e.id`,
      );
      return { rows: rows.map(fromRow), total: rows[0]?.total ?? 0 };
    },

    async insertNote({ date, ...note }) {
      const values = { ...note, day: date };
      return writtenRow(await db.insert(dayNotes).values(values).returning({ id: dayNotes.id })).id;
    },

    async lockNote(id) {
      const [row] = await db.select().from(dayNotes).where(eq(dayNotes.id, id)).for('update');
      if (!row) return null;
      const { day, notedBy, ...note } = row;
      return { ...note, date: day, notedBy: notedBy ?? 0 };
    },

    async removeNote(id) {
      await db.delete(dayNotes).where(eq(dayNotes.id, id));
    },
  };
}
