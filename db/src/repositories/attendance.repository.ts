import type { AttendanceRepository } from '@rollcall/core/attendance/attendance.ports';
import type {
  AttendanceDay,
  DayOfPerson,
  DayPage,
  NewCheckIn,
} from '@rollcall/core/attendance/attendance.types';
import type { Evidence } from '@rollcall/core/attendance/evidence/evidence.types';
import { type LocalDate, minutesOf } from '@rollcall/core/kernel/local-date';
import type { Zone } from '@rollcall/core/kernel/zone';
import { and, asc, desc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { type Db, rowsOf, writtenRow } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { attendanceDays, checkIns } from '../schema/attendance.schema.ts';
import { ruleFromDb, ruleToDb, ruleToJson } from '../schema/columns.ts';
import { faceScans } from '../schema/faces.schema.ts';
import { people } from '../schema/institution.schema.ts';
import { reachedDays } from './accounts/reach.ts';
import { EVIDENCE_OF_DAY } from './days/evidence.ts';
import { EXCUSE } from './days/excuse.ts';

/**
 * Rows per statement of a bulk insert. They are sent as one JSON text instead of parameters: a third of the
 * time on `pg`, a sixth in the browser, no statement of 14,000 placeholders. The roll-up triggers run once
 * per statement.
 */
const BATCH = 5000;

const arrivalMinutes = ({ firstIn }: AttendanceDay, zone: Zone) => firstIn && minutesOf(zone.timeOf(firstIn));

/** A list of numbers as the text of an array, which is one parameter whatever its length. */
const arrayOf = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

async function inBatches<T>(rows: readonly T[], insert: (json: string) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await insert(JSON.stringify(rows.slice(start, start + BATCH)));
}

async function insertCheckIns(db: Db, events: readonly NewCheckIn[]): Promise<void> {
  const rows = events.map((event) => ({
    person_id: event.personId,
    seen_at: event.at,
    day: event.date,
    means: event.means,
    score: event.score,
    evidence: event.evidence ?? null,
    ...ruleToJson(event.rule),
  }));
  await inBatches(rows, (json) =>
    db.execute(sql`insert into check_ins
        (person_id, seen_at, day, means, score, evidence, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
      select person_id, seen_at, day, means, score, evidence, rule_start, rule_grace, rule_cutoff, rule_auto_absent
      from json_populate_recordset(null::check_ins, ${json}::json)
      on conflict do nothing`),
  );
}

/** Columns of a day that saving it again replaces. The person's kind and section stay as first copied. */
const REPLACED = sql`status = excluded.status, first_in = excluded.first_in, last_seen = excluded.last_seen,
  decided_at = excluded.decided_at, source = excluded.source, overrode = excluded.overrode,
  day_off = excluded.day_off, arrival_minutes = excluded.arrival_minutes, rule_start = excluded.rule_start,
  rule_grace = excluded.rule_grace, rule_cutoff = excluded.rule_cutoff,
  rule_auto_absent = excluded.rule_auto_absent`;

/**
 * Inserts days with a copy of the person's kind and of the section they were in on the day. `existing` says what happens
 * to days that are there.
 */
async function insertDays(
  db: Db,
  days: readonly AttendanceDay[],
  zone: Zone,
  at: Date,
  existing: 'keep' | 'replace',
): Promise<void> {
  const onConflict =
    existing === 'keep'
      ? sql`on conflict do nothing`
      : sql`on conflict (person_id, day) do update set ${REPLACED}`;
  const rows = days.map((day) => ({
    person_id: day.personId,
    day: day.date,
    status: day.status,
    first_in: day.firstIn,
    last_seen: day.lastSeen,
    decided_at: at,
    source: day.source,
    overrode: day.overrode,
    day_off: day.isDayOff,
    arrival_minutes: arrivalMinutes(day, zone),
    ...ruleToJson(day.rule),
  }));
  await inBatches(rows, (json) =>
    db.execute(sql`insert into attendance_days
        (person_id, day, status, first_in, last_seen, decided_at, source, overrode, day_off, arrival_minutes,
         rule_start, rule_grace, rule_cutoff, rule_auto_absent, kind, section)
      select d.person_id, d.day, d.status, d.first_in, d.last_seen, d.decided_at, d.source, d.overrode, d.day_off, d.arrival_minutes,
        d.rule_start, d.rule_grace, d.rule_cutoff, d.rule_auto_absent, p.kind,
        case when s.person_id is null then p.class_section else s.section end
      from json_populate_recordset(null::attendance_days, ${json}::json) d join people p on p.id = d.person_id
        left join lateral (
          select person_id, section from section_history h
          where h.person_id = p.id and h.from_day <= d.day order by h.from_day desc limit 1
        ) s on true
      order by d.person_id, d.day ${onConflict}`),
  );
}

const toCheckInRow = ({ at, date, rule, ...rest }: NewCheckIn) => ({
  ...rest,
  seenAt: at,
  day: date,
  ...ruleToDb(rule),
});

const fromDayRow = (
  row: typeof attendanceDays.$inferSelect,
  excuse: string | null = null,
  evidence: Evidence | null = null,
): AttendanceDay => ({
  personId: row.personId,
  date: row.day,
  status: row.status,
  firstIn: row.firstIn,
  lastSeen: row.lastSeen,
  rule: ruleFromDb(row),
  source: row.source,
  overrode: row.overrode,
  isDayOff: row.isDayOff,
  ...(excuse === null ? {} : { excuse }),
  ...(evidence === null ? {} : { evidence }),
});

/** Columns of a day together with its person. */
export const DAY_WITH_OWNER = {
  day: attendanceDays,
  excuse: EXCUSE,
  evidence: EVIDENCE_OF_DAY,
  code: people.code,
  name: people.name,
  kind: people.kind,
  classSection: people.classSection,
};

interface DayWithOwner extends Pick<DayOfPerson, 'code' | 'name' | 'kind' | 'classSection'> {
  readonly day: typeof attendanceDays.$inferSelect;
  readonly excuse: string | null;
  readonly evidence: Evidence | null;
}

export const dayWithOwner = ({ day, excuse, evidence, ...owner }: DayWithOwner): DayOfPerson => ({
  ...fromDayRow(day, excuse, evidence),
  ...owner,
});

const DAYS = sql`attendance_days`;

const isDay = (personId: number, date: LocalDate) =>
  and(eq(attendanceDays.personId, personId), eq(attendanceDays.day, date));

/** People seen on the day who are not deleted. */
const wasSeenOn = (date: LocalDate) =>
  and(eq(attendanceDays.day, date), isNotNull(attendanceDays.firstIn), isNull(people.deletedAt));

/** By minute of arrival; within it by the moment at which the person was seen or entered by hand. */
const LATEST_FIRST = [
  sql`date_trunc('minute', ${attendanceDays.firstIn}) desc`,
  sql`case when ${attendanceDays.source} = 'correction' then ${attendanceDays.decidedAt} else ${attendanceDays.firstIn} end desc`,
  nameOrder(people.name),
  asc(attendanceDays.personId),
];

const within = ({ from, to }: Pick<DayPage, 'from' | 'to'>) =>
  and(from && gte(attendanceDays.day, from), to && lte(attendanceDays.day, to));

export function createAttendanceRepository(db: Db): AttendanceRepository {
  const daysWithOwners = () =>
    db
      .select(DAY_WITH_OWNER)
      .from(attendanceDays)
      .innerJoin(people, eq(people.id, attendanceDays.personId))
      .$dynamic();

  return {
    async lockPeople(personIds) {
      const rows = await rowsOf<{ id: number; isDeleted: boolean }>(
        db,
        sql`select id, deleted_at is not null as "isDeleted" from people
            where id = any(${arrayOf(personIds)}::int[]) order by id for no key update`,
      );
      return new Set(rows.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
    },

    async insertCheckIn(checkIn) {
      const rows = await db.insert(checkIns).values(toCheckInRow(checkIn)).returning({ id: checkIns.id });
      return writtenRow(rows).id;
    },

    async removeCheckIn(id, personId) {
      const [row] = await db
        .delete(checkIns)
        .where(and(eq(checkIns.id, id), eq(checkIns.personId, personId)))
        .returning({ day: checkIns.day });
      return row?.day ?? null;
    },

    async saveDays(days, removed, zone, at) {
      await insertDays(db, days, zone, at, 'replace');
      if (removed.length === 0) return;
      await db.execute(sql`delete from attendance_days d
        using jsonb_to_recordset(${JSON.stringify(removed.map(({ personId, date }) => ({ personId, date })))}::jsonb)
          as k("personId" int, date date)
        where d.person_id = k."personId" and d.day = k.date`);
    },

    async insertRecords(events, absences) {
      await insertCheckIns(db, events);
      const rows = absences.map(({ personId, date, status }) => ({ person_id: personId, day: date, status }));
      await inBatches(rows, (json) =>
        db.execute(sql`insert into fixed_absences (person_id, day, status, source)
          select person_id, day, status, 'import' from json_populate_recordset(null::fixed_absences, ${json}::json)
          on conflict do nothing`),
      );
    },

    async insertMany(events, days, zone, at) {
      await insertCheckIns(db, events);
      await insertDays(db, days, zone, at, 'keep');
    },

    async foldRollups() {
      await db.execute(sql`select fold_rollups()`);
    },

    async dayOf(personId, date) {
      const [row] = await db.select().from(attendanceDays).where(isDay(personId, date));
      return row ? fromDayRow(row) : null;
    },

    async daysOf(personId, page) {
      const rows = await db
        .select({ day: attendanceDays, excuse: EXCUSE, evidence: EVIDENCE_OF_DAY })
        .from(attendanceDays)
        .where(and(eq(attendanceDays.personId, personId), within(page)))
        .orderBy(desc(attendanceDays.day))
        .limit(page.limit)
        .offset(page.offset ?? 0);
      return rows.map(({ day, excuse, evidence }) => fromDayRow(day, excuse, evidence));
    },

    async presentOn(date, reach, also) {
      const rows = await daysWithOwners()
        .where(and(wasSeenOn(date), or(reachedDays(reach, DAYS), eq(attendanceDays.personId, also))))
        .orderBy(asc(attendanceDays.firstIn), asc(attendanceDays.personId));
      return rows.map(dayWithOwner);
    },

    async latestArrivals(date, limit, reach) {
      const rows = await daysWithOwners()
        .where(and(wasSeenOn(date), reachedDays(reach, DAYS)))
        .orderBy(...LATEST_FIRST)
        .limit(limit);
      return rows.map(dayWithOwner);
    },

    async presentBetween(page, reach) {
      const rows = await daysWithOwners()
        .where(and(within(page), isNotNull(attendanceDays.firstIn), reachedDays(reach, DAYS)))
        .orderBy(desc(attendanceDays.day), desc(attendanceDays.firstIn), asc(attendanceDays.personId))
        .limit(page.limit)
        .offset(page.offset ?? 0);
      return rows.map(dayWithOwner);
    },

    // Two index scans instead of one sort of the table.
    async recent(limit, reach) {
      const arrivals = await daysWithOwners()
        .where(and(isNotNull(attendanceDays.firstIn), reachedDays(reach, DAYS)))
        .orderBy(desc(attendanceDays.day), desc(attendanceDays.firstIn), asc(attendanceDays.personId))
        .limit(limit);
      const missing = await daysWithOwners()
        .where(
          and(
            sql`${attendanceDays.day} = (select max(day) from attendance_days) and ${attendanceDays.firstIn} is null`,
            reachedDays(reach, DAYS),
          ),
        )
        .limit(limit);
      const rows = [...arrivals, ...missing].map(dayWithOwner);
      const newestFirst = (date: string, other: string) => (date === other ? 0 : date < other ? 1 : -1);
      return rows.sort((a, b) => newestFirst(a.date, b.date)).slice(0, limit);
    },

    countDays: () => db.$count(attendanceDays),

    async findScan(id) {
      const [row] = await db
        .select({
          id: faceScans.id,
          personId: faceScans.personId,
          expiresAt: faceScans.expiresAt,
          acceptedAt: faceScans.acceptedAt,
          usedAt: faceScans.usedAt,
          score: faceScans.score,
          evidence: faceScans.evidence,
        })
        .from(faceScans)
        .where(eq(faceScans.id, id));
      return row ?? null;
    },

    async spendScan(id, at) {
      const spent = await db
        .update(faceScans)
        .set({ usedAt: at })
        .where(
          sql`${faceScans.id} = ${id} and ${faceScans.acceptedAt} is not null
              and ${faceScans.usedAt} is null and ${faceScans.expiresAt} > ${at}`,
        )
        .returning({ id: faceScans.id });
      return spent.length === 1;
    },
  };
}
