import type pg from 'pg';

/**
 * Every verdict and every roll-up, computed again from the recorded facts. Written from docs/DOMAIN.md and on purpose
 * without the product's functions: one mistake must not be in both.
 */

interface Rule {
  readonly start: number;
  readonly grace: number;
  readonly cutoff: number;
  readonly auto: number;
}
interface Seen {
  readonly at: number;
  readonly rule: Rule;
  readonly late: boolean;
}
interface Mark {
  readonly person: number;
  readonly day: string;
  readonly status: string;
  readonly means: string;
  readonly at: number | null;
  readonly markedAt: number;
  /** Minutes after midnight. */
  readonly classStart: number;
  readonly classEnd: number | null;
  readonly rule: Rule;
}
interface Verdict {
  readonly status: string;
  readonly source: string;
  readonly first: number | null;
  readonly last: number | null;
}

const FIVE_MINUTES = 300_000;
const keyOf = (person: number, day: string) => `${person} ${day}`;

const RULE = `json_build_object('start', extract(epoch from rule_start) / 60, 'grace', rule_grace,
  'cutoff', extract(epoch from rule_cutoff) / 60, 'auto', rule_auto_absent) as rule`;
const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

async function grouped<Row extends { person: number; day: string }>(pool: pg.Pool, query: string) {
  const { rows } = await pool.query<Row>(query);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row.person, row.day);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Names every person-day whose stored verdict is not the one that the facts give. */
export async function wrongDays(
  pool: pg.Pool,
  offsetMinutes: number,
): Promise<{ days: number; wrong: string[] }> {
  const minuteOf = (at: number) => (((Math.floor(at / 60_000) + offsetMinutes) % 1440) + 1440) % 1440;
  const { rows: people } = await pool.query<{ id: number; registered: string; deleted: boolean }>(
    `select id, registered_on::text as registered, deleted_at is not null as deleted from people where kind <> 'admin'`,
  );
  const { rows: closed } = await pool.query<{ day: string; calendar: string; rule: Rule }>(
    `select day::text, calendar, ${RULE} from closed_days`,
  );
  const stored = await grouped<{ person: number; day: string } & Verdict>(
    pool,
    `select person_id as person, day::text, status, source, ${MS('first_in')} as first, ${MS('last_seen')} as last
     from attendance_days`,
  );
  const checkIns = await grouped<{ person: number; day: string; at: number; rule: Rule }>(
    pool,
    `select person_id as person, day::text, ${MS('seen_at')} as at, ${RULE} from check_ins`,
  );
  const marks = await grouped<Mark>(
    pool,
    `select person_id as person, day::text, status, means, ${MS('seen_at')} as at, ${MS('marked_at')} as "markedAt",
       extract(epoch from class_start)::int / 60 as "classStart", extract(epoch from class_end)::int / 60 as "classEnd", ${RULE} from class_marks
     where replaced_at is null`,
  );
  const corrections = await grouped<{ person: number; day: string; wanted: string; minute: number | null }>(
    pool,
    `select distinct on (person_id, day) person_id as person, day::text, wanted,
       extract(epoch from wanted_time)::int / 60 as minute
     from corrections where state = 'accepted' order by person_id, day, decided_at desc, id desc`,
  );
  const leaves = await grouped<{ person: number; day: string }>(
    pool,
    `select person_id as person, day::date::text as day from leaves, generate_series(first_day, last_day, '1 day') day`,
  );
  const { rows: current } = await pool.query<{ rule: Rule }>(
    `select json_build_object('start', extract(epoch from start_time) / 60, 'grace', grace_minutes,
       'cutoff', extract(epoch from cutoff_time) / 60, 'auto', auto_absent_minutes) as rule
     from time_rules order by effective_from desc limit 1`,
  );
  const fallback = current[0]?.rule ?? { start: 540, grace: 15, cutoff: 570, auto: 60 };
  const frames = new Map(closed.map((each) => [each.day, each]));
  const days = new Set([...frames.keys(), ...[...stored.keys()].map((key) => key.split(' ')[1] ?? '')]);

  const arrival = (minute: number, rule: Rule) =>
    minute <= rule.start + rule.grace ? 'on_time' : minute <= rule.cutoff ? 'late' : 'very_late';

  const expected = (person: { id: number; registered: string }, day: string): Verdict | null => {
    const key = keyOf(person.id, day);
    const frame = frames.get(day);
    const rule = frame?.rule ?? fallback;
    const [correction] = corrections.get(key) ?? [];
    const seen = (checkIns.get(key) ?? []).toSorted((a, b) => a.at - b.at);
    const counted: typeof seen = [];
    for (const each of seen) if (each.at - (counted.at(-1)?.at ?? 0) >= FIVE_MINUTES) counted.push(each);
    /** The sheet says what the own check-in or a correction says. */
    const isOwn = ({ means, status, markedAt, classStart, classEnd, rule: own }: Mark): boolean => {
      const before = seen.find(({ at }) => at <= markedAt);
      const minute = correction ? correction.minute : before ? minuteOf(before.at) : null;
      if (means === 'class_photo' || classEnd === null || minute === null || minute > classEnd) return false;
      return status === (minute <= classStart + own.grace ? 'present' : 'late');
    };
    const sightings: Seen[] = [
      ...counted.map(({ at, rule: own }) => ({ at, rule: own, late: false })),
      ...(marks.get(key) ?? []).flatMap((mark) =>
        mark.at === null || isOwn(mark)
          ? []
          : [{ at: mark.at, rule: mark.rule, late: mark.status === 'late' }],
      ),
    ];
    const latest = sightings.reduce((found, { at }) => Math.max(found, at), 0);
    const checkOut = (first: number) => (latest - first >= FIVE_MINUTES ? latest : null);
    if (correction?.wanted === 'present') {
      const minute = correction.minute ?? 0;
      const first = Date.parse(`${day}T00:00:00Z`) + (minute - offsetMinutes) * 60_000;
      return { status: arrival(minute, rule), source: 'correction', first, last: checkOut(first) };
    }
    if (correction) return { status: correction.wanted, source: 'correction', first: null, last: null };
    let first: Seen | null = null;
    for (const each of sightings) if (!first || each.at < first.at) first = each;
    if (first) {
      const band = arrival(minuteOf(first.at), first.rule);
      const status = first.late && band === 'on_time' ? 'late' : band;
      return { status, source: 'check_in', first: first.at, last: checkOut(first.at) };
    }
    if (frame && frame.calendar !== 'open') return null;
    const unseen = { first: null, last: null };
    if (leaves.has(key) && day >= person.registered) return { status: 'excused', source: 'leave', ...unseen };
    const absences = (marks.get(key) ?? []).filter(
      ({ status }) => status === 'absent' || status === 'excused',
    );
    const last = Math.max(...absences.map((mark) => mark.rule.start));
    const deciding = absences.filter((mark) => mark.rule.start === last);
    if (deciding.length > 0) {
      const isExcused = deciding.some(({ status }) => status === 'excused');
      return { status: isExcused ? 'excused' : 'absent', source: 'class', ...unseen };
    }
    if (!frame || day <= person.registered) return null;
    return { status: frame.rule.auto === 0 ? 'unmarked' : 'absent', source: 'closing', ...unseen };
  };

  const wrong: string[] = [];
  let compared = 0;
  for (const person of people) {
    for (const day of days) {
      const [found] = stored.get(keyOf(person.id, day)) ?? [];
      // What the leaves and corrections of deleted people said is gone, and closing leaves them out.
      if (person.deleted && (!found || found.source === 'leave' || found.source === 'correction')) continue;
      compared += 1;
      const text = (verdict: Verdict | null | undefined) =>
        verdict ? `${verdict.status} ${verdict.source} ${verdict.first} ${verdict.last}` : 'none';
      const [is, should] = [text(found), text(expected(person, day))];
      if (is !== should) wrong.push(`${person.id} ${day}: ${is}, expected ${should}`);
    }
  }
  return { days: compared, wrong };
}

const DUE = `count(*) filter (where status in ('on_time', 'late', 'very_late', 'absent', 'unmarked'))`;
const PRESENT = `count(*) filter (where status in ('on_time', 'late', 'very_late'))`;

/** Each roll-up as the pages read it, and the same counted from the days. */
const ROLLUPS: Record<string, readonly [kept: string, counted: string]> = {
  day_rollups: [
    `select day::text, is_student, on_time, late, very_late, absent, unmarked, excused, arrival_sum::int from day_rollups
     where (on_time, late, very_late, absent, unmarked, excused, arrival_sum) <> (0, 0, 0, 0, 0, 0, 0)`,
    `select day::text, kind = 'student' as is_student, ${[
      'on_time',
      'late',
      'very_late',
      'absent',
      'unmarked',
      'excused',
    ]
      .map((status) => `(count(*) filter (where status = '${status}'))::int as ${status}`)
      .join(', ')}, coalesce(sum(arrival_minutes), 0)::int as arrival_sum
     from attendance_days where not day_off group by 1, 2`,
  ],
  section_rollups: [
    `select day::text, section, present, due, excused from section_rollups where (present, due, excused) <> (0, 0, 0)`,
    `select day::text, section, (${PRESENT})::int as present, (${DUE})::int as due,
       (count(*) filter (where status = 'excused'))::int as excused
     from attendance_days where section is not null and not day_off group by 1, 2`,
  ],
  section_months: [
    `select month::text, section, present, due from section_months where (present, due) <> (0, 0)`,
    `select date_trunc('month', day)::date::text as month, section, (${PRESENT})::int as present, (${DUE})::int as due
     from attendance_days where section is not null and not day_off group by 1, 2 having ${DUE} > 0`,
  ],
  hour_rollups: [
    `select day::text, hour::int, arrivals from hour_rollups where arrivals <> 0`,
    `select day::text, arrival_minutes / 60 as hour, count(*)::int as arrivals from attendance_days
     where arrival_minutes is not null and not day_off group by 1, 2`,
  ],
  person_rollups: [
    `select person_id, month::text, present, due, on_time from person_rollups where (present, due, on_time) <> (0, 0, 0)`,
    `select person_id, date_trunc('month', day)::date::text as month, (${PRESENT})::int as present, (${DUE})::int as due,
       (count(*) filter (where status = 'on_time'))::int as on_time
     from attendance_days where not day_off group by 1, 2 having ${DUE} > 0`,
  ],
};

export async function wrongRollups(pool: pg.Pool): Promise<{ rows: number; wrong: string[] }> {
  const wrong: string[] = [];
  let rows = 0;
  for (const [name, [kept, counted]] of Object.entries(ROLLUPS)) {
    const read = async (query: string) =>
      new Set((await pool.query(query)).rows.map((row) => JSON.stringify(Object.values(row))));
    const [is, should] = [await read(kept), await read(counted)];
    rows += should.size;
    for (const row of is) if (!should.has(row)) wrong.push(`${name}: kept ${row}`);
    for (const row of should) if (!is.has(row)) wrong.push(`${name}: missing ${row}`);
  }
  return { rows, wrong };
}
