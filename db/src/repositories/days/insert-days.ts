import type { AttendanceDay, NewCheckIn } from '@rollcall/core/attendance/attendance.types';
import { minutesOf } from '@rollcall/core/kernel/local-date';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import { sql } from 'drizzle-orm';
import type { Db } from '../../connection.ts';
import { ruleToJson } from '../../schema/columns.ts';
import { openMonths } from './months.ts';

/**
 * Rows per statement of a bulk insert. They are sent as one JSON text instead of parameters: a third of the
 * time on `pg`, a sixth in the browser, no statement of 14,000 placeholders. The roll-up triggers run once
 * per statement.
 */
const BATCH = 5000;

const arrivalMinutes = ({ firstIn }: AttendanceDay, zone: Zone) => firstIn && minutesOf(zone.timeOf(firstIn));

export async function inBatches<T>(
  rows: readonly T[],
  insert: (json: string) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await insert(JSON.stringify(rows.slice(start, start + BATCH)));
}

export async function insertCheckIns(db: Db, events: readonly NewCheckIn[]): Promise<void> {
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
export async function insertDays(
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
  await openMonths(
    db,
    days.map(({ date }) => date),
  );
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
