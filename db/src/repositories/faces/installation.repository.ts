import type {
  InstallationRepository,
  ScoreCount,
  TemplateHistory,
} from '@rollcall/core/faces/installation/installation.ports';
import type { AttackTrial, RefusalCount } from '@rollcall/core/faces/installation/installation.types';
import { sql } from 'drizzle-orm';
import { type Db, intArray, rowsOf } from '../../connection.ts';

/** Accepted scores whose mean is compared: the first ones after the photos were taken, and the latest. */
const SCORES = 5;

export function createInstallationRepository(db: Db): InstallationRepository {
  const hundredth = sql`floor(score * 100)::int`;
  /** By the index of days; a day of the institution may have begun up to a day before that of UTC. */
  const seenSince = (since: Date) => {
    const at = sql`${since.toISOString()}::timestamptz`;
    return sql`seen_at >= ${at} and day >= (${at} at time zone 'UTC')::date - 1`;
  };
  /** Of one person, found by index: a school has a million check-ins. */
  const matched = sql`select c.score from check_ins c
    where c.person_id = t.person_id and c.seen_at >= t.newest and c.means = 'face' and c.score is not null`;
  return {
    acceptedScores: (since) =>
      rowsOf<ScoreCount>(
        db,
        sql`select ${hundredth} as hundredth, count(*)::int as count
            from check_ins where means = 'face' and score is not null and ${seenSince(since)}
            group by 1 order by 1`,
      ),

    acceptedScoresOf: (people, since) =>
      rowsOf<ScoreCount & { personId: number }>(
        db,
        sql`select person_id as "personId", ${hundredth} as hundredth, count(*)::int as count
            from check_ins
            where person_id = any(${intArray(people)}::int[])
              and means = 'face' and score is not null and seen_at >= ${since.toISOString()}::timestamptz
            group by 1, 2 order by 1, 2`,
      ),

    async refusals(since, zone) {
      // Offsets change on a quarter of an hour; the zone's own data makes an hour of the day of each.
      const rows = await rowsOf<Omit<RefusalCount, 'hour'> & { quarter: number }>(
        db,
        sql`select coalesce(detail ->> 'problem', detail ->> 'outcome') as reason,
              floor(extract(epoch from at) / 900)::int as quarter,
              detail ->> 'evidence' as evidence, count(*)::int as count
            from audit
            where action = 'face_refused' and at >= ${since.toISOString()}::timestamptz
              and detail ->> 'outcome' <> 'wrong_code'
            group by 1, 2, 3 order by 1, 2, 3`,
      );
      const counts = new Map<string, RefusalCount>();
      for (const { quarter, ...row } of rows) {
        const hour = Math.floor(zone.minutesOf(new Date(quarter * 900_000)) / 60);
        const key = JSON.stringify([row.reason, hour, row.evidence]);
        counts.set(key, { ...row, hour, count: row.count + (counts.get(key)?.count ?? 0) });
      }
      return [...counts.values()];
    },

    byEvidence: (since) =>
      rowsOf(
        db,
        sql`select evidence, count(*)::int as count
            from check_ins where means = 'face' and ${seenSince(since)}
            group by 1 order by 2 desc, 1`,
      ),

    async correctedDays(since) {
      const [row] = await rowsOf<{ count: number }>(
        db,
        sql`select count(distinct (k.person_id, k.day))::int as count from corrections k
            where k.state = 'accepted' and k.wanted in ('absent', 'excused') and exists (
              select 1 from check_ins c
              where c.person_id = k.person_id and c.day = k.day and c.means = 'face'
                and c.seen_at >= ${since.toISOString()}::timestamptz)`,
      );
      return row?.count ?? 0;
    },

    async templateHistories(modelId, personId) {
      const rows = await rowsOf<TemplateHistory>(
        db,
        sql`with templates as (
              select t.person_id, min(t.quality) as quality, max(t.created_at) as newest
              from face_templates t join people p on p.id = t.person_id
              where t.model_id = ${modelId} and p.deleted_at is null
                ${personId === null ? sql`` : sql`and t.person_id = ${personId}`}
              group by t.person_id
            )
            select t.person_id as "personId", t.quality, t.newest, f.first, l.latest, n.scores
            from templates t
            cross join lateral (select avg(score) as first from (${matched} order by c.seen_at limit ${SCORES}) s) f
            cross join lateral (select avg(score) as latest from (${matched} order by c.seen_at desc limit ${SCORES}) s) l
            cross join lateral (select count(*)::int as scores from (${matched} limit ${2 * SCORES}) s) n
            order by t.person_id`,
      );
      return rows.map((row) => ({ ...row, newest: new Date(row.newest) }));
    },

    async attackTrials() {
      const rows = await rowsOf<AttackTrial>(
        db,
        sql`select distinct on (detail ->> 'attack') detail ->> 'attack' as attack,
              (detail ->> 'tries')::int as tries, (detail ->> 'passed')::int as passed, at
            from audit where action = 'attack_tried' and detail ->> 'attack' is not null
            order by detail ->> 'attack', at desc`,
      );
      return rows.map((row) => ({ ...row, at: new Date(row.at) }));
    },
  };
}
