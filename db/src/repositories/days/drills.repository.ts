import type {
  Drill,
  DrillListing,
  DrillPerson,
  DrillRepository,
} from '@rollcall/core/attendance/today/present/drill.ports';
import type { PresenceSource } from '@rollcall/core/attendance/today/present/present.ports';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf, withConflictErrors, writtenRow } from '../../connection.ts';
import { nameOrder } from '../../name-order.ts';
import { drillPeople, drills } from '../../schema/drills.schema.ts';
import { reached } from '../accounts/reach.ts';

type Moment = string | Date;

interface DrillRow {
  readonly id: number;
  readonly date: LocalDate;
  readonly startedAt: Moment;
  readonly startedBy: string | null;
  readonly starterId: number | null;
  readonly endedAt: Moment | null;
  readonly endedBy: string | null;
}

interface PersonRow extends Omit<DrillPerson, 'seen' | 'tickedAt'> {
  readonly seenAt: Moment | null;
  readonly seenBy: PresenceSource | null;
  readonly place: string | null;
  readonly tickedAt: Moment | null;
}

const moment = (value: Moment | null): Date | null => (value === null ? null : new Date(value));

const drillFrom = ({ startedAt, endedAt, ...row }: DrillRow): Drill => ({
  ...row,
  startedAt: new Date(startedAt),
  endedAt: moment(endedAt),
});

const personFrom = ({ seenAt, seenBy, place, tickedAt, ...row }: PersonRow): DrillPerson => ({
  ...row,
  seen: seenAt === null || seenBy === null ? null : { at: new Date(seenAt), by: seenBy, place },
  tickedAt: moment(tickedAt),
});

const DRILL = sql`d.id, to_char(d.day, 'YYYY-MM-DD') as date, d.started_at as "startedAt", s.name as "startedBy",
  d.started_by as "starterId",  d.ended_at as "endedAt", e.name as "endedBy"`;
const STARTER_AND_ENDER = sql`left join people s on s.id = d.started_by left join people e on e.id = d.ended_by`;

/** Rows of one insert: a statement has room for 65,535 values. */
const ROWS_AT_ONCE = 2000;

export function createDrillRepository(db: Db): DrillRepository {
  const one = async (condition: SQL): Promise<Drill | null> => {
    const [row] = await rowsOf<DrillRow>(
      db,
      sql`select ${DRILL} from drills d ${STARTER_AND_ENDER} where ${condition}`,
    );
    return row ? drillFrom(row) : null;
  };

  return {
    async list(reach, limit) {
      const rows = await rowsOf<DrillRow & Pick<DrillListing, 'people' | 'ticked'>>(
        db,
        sql`select ${DRILL}, n.people, n.ticked from drills d ${STARTER_AND_ENDER}
            cross join lateral (select count(*)::int as people, count(l.ticked_at)::int as ticked
              from drill_people l join people p on p.id = l.person_id
              where l.drill_id = d.id and p.deleted_at is null and ${reached(reach, sql`p`)}) n
            order by d.started_at desc, d.id desc limit ${limit}`,
      );
      return rows.map((row) => ({ ...drillFrom(row), people: row.people, ticked: row.ticked }));
    },

    byId: (id) => one(sql`d.id = ${id}`),
    running: () => one(sql`d.ended_at is null`),

    async people(id, reach) {
      const rows = await rowsOf<PersonRow>(
        db,
        sql`select p.code, p.name, p.kind, p.class_section as "classSection", l.was_in as "wasIn",
              l.seen_at as "seenAt", l.seen_by as "seenBy", l.place, l.ticked_at as "tickedAt", t.name as "tickedBy"
            from drill_people l join people p on p.id = l.person_id left join people t on t.id = l.ticked_by
            where l.drill_id = ${id} and p.deleted_at is null and ${reached(reach, sql`p`)}
            order by p.class_section, ${nameOrder(sql`p.name`)}, p.id`,
      );
      return rows.map(personFrom);
    },

    async insert({ date, startedAt, starterId }) {
      const rows = await withConflictErrors(
        db.insert(drills).values({ day: date, startedAt, startedBy: starterId }).returning({ id: drills.id }),
      );
      return writtenRow(rows).id;
    },

    async addPeople(drillId, people) {
      for (let start = 0; start < people.length; start += ROWS_AT_ONCE) {
        const rows = people.slice(start, start + ROWS_AT_ONCE).map(({ personId, wasIn, seen }) => ({
          drillId,
          personId,
          wasIn,
          seenAt: seen?.at ?? null,
          seenBy: seen?.by ?? null,
          place: seen?.place ?? null,
        }));
        await db.insert(drillPeople).values(rows).onConflictDoNothing();
      }
    },

    async holdRunning(id) {
      const rows = await db
        .select({ id: drills.id })
        .from(drills)
        .where(and(eq(drills.id, id), isNull(drills.endedAt)))
        .for('share');
      return rows.length > 0;
    },

    async tick(drillId, personId, tickedAt, tickedBy) {
      await db
        .insert(drillPeople)
        .values({ drillId, personId, wasIn: false, tickedAt, tickedBy })
        .onConflictDoUpdate({
          target: [drillPeople.drillId, drillPeople.personId],
          set: { tickedAt, tickedBy },
          setWhere: isNull(drillPeople.tickedAt),
        });
    },

    async untick(drillId, personId) {
      await db
        .update(drillPeople)
        .set({ tickedAt: null, tickedBy: null })
        .where(and(eq(drillPeople.drillId, drillId), eq(drillPeople.personId, personId)));
    },

    async end(id, endedAt, endedBy) {
      const ended = await db
        .update(drills)
        .set({ endedAt, endedBy })
        .where(and(eq(drills.id, id), isNull(drills.endedAt)))
        .returning({ id: drills.id });
      return ended.length > 0;
    },

    async removeBefore(before) {
      await db.delete(drills).where(lt(drills.startedAt, before));
    },
  };
}
