import type { JobRepository } from '@rollcall/core/jobs/jobs.ports';
import { INTERRUPTED } from '@rollcall/core/jobs/jobs.rules';
import type { Job } from '@rollcall/core/jobs/jobs.types';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../../connection.ts';

type JobRow = Omit<Job, 'id' | 'done' | 'total'> & { id: string; done: string; total: string };

const COLUMNS = sql`id::text, kind, key, state, owner, attempts, failures, done::text, total::text, input, cursor, problem,
  problem_code as "problemCode"`;

const fromRow = ({ id, done, total, ...row }: JobRow): Job => ({
  ...row,
  id: Number(id),
  done: Number(done),
  total: Number(total),
});

/** Not `now()`, which stands still during a transaction. */
const NOW = sql`clock_timestamp()`;
const later = (ms: number): SQL => sql`${NOW} + ${ms} * interval '1 millisecond'`;
const json = (value: unknown): SQL => sql`${JSON.stringify(value ?? null)}::jsonb`;
const texts = (values: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

const ids = (values: readonly number[]): SQL =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** No job waits longer than an hour: a later time was written under a wrong clock. */
const IS_DUE = sql`(next_attempt_at <= ${NOW} or next_attempt_at > ${NOW} + interval '3 hours')`;
const LEASE_IS_OVER = sql`lease_until <= ${NOW}`;
/** What nobody needs after the end of a job: both may hold codes and names of people. */
const FORGET = sql`input = 'null', cursor = 'null'`;

export function createJobRepository(db: Db): JobRepository {
  const run = async (statement: SQL): Promise<void> => void (await rowsOf(db, statement));
  const one = async (condition: SQL): Promise<Job | null> => {
    const [row] = await rowsOf<JobRow>(db, sql`select ${COLUMNS} from jobs where ${condition}`);
    return row ? fromRow(row) : null;
  };

  return {
    ensurePeriodic: (kinds) =>
      run(sql`insert into jobs (kind, key, state, next_attempt_at)
              select kind, '', 'waiting', ${NOW} from ${texts(kinds)} as wanted(kind)
              where not exists (select 1 from jobs j where j.kind = wanted.kind and j.key = '')
              on conflict do nothing`),

    async add({ kind, key, input, pinnedTo }, leaseMs) {
      const lease = pinnedTo === null ? sql`null` : later(leaseMs);
      const { id } = await oneOf<{ id: string }>(
        db,
        // The update without effect locks and returns a row that is already there.
        sql`insert into jobs (kind, key, state, pinned, owner, lease_until, next_attempt_at, input)
            values (${kind}, ${key}, 'waiting', ${pinnedTo !== null}, ${pinnedTo}, ${lease}, ${NOW}, ${json(input)})
            on conflict (kind, key) do update set
              state = case when jobs.state in ('done', 'failed') then 'waiting' else jobs.state end,
              attempts = case when jobs.state in ('done', 'failed') then 0 else jobs.attempts end,
              input = case when jobs.state in ('done', 'failed') then excluded.input else jobs.input end,
              next_attempt_at = case when jobs.state in ('done', 'failed') then ${NOW} else jobs.next_attempt_at end
            returning id::text`,
      );
      return Number(id);
    },

    async claim(kinds, owner, leaseMs) {
      const [row] = await rowsOf<JobRow>(
        db,
        sql`update jobs set state = 'running', owner = ${owner}, lease_until = ${later(leaseMs)},
              attempts = attempts + 1, started_at = ${NOW}, done = 0, total = 0,
              failures = failures + case when state = 'running' then 1 else 0 end,
              last_failure_at = case when state = 'running' then ${NOW} else last_failure_at end,
              problem = case when state = 'running' then ${INTERRUPTED} else problem end
            where id = (
              select id from jobs
              where kind in ${texts(kinds)} and (not pinned or owner = ${owner})
                and (state = 'waiting' and ${IS_DUE}
                  or state = 'running' and not pinned and ${LEASE_IS_OVER})
              order by next_attempt_at, id limit 1 for update skip locked)
            returning ${COLUMNS}`,
      );
      return row ? fromRow(row) : null;
    },

    async renew(jobIds, owner, leaseMs) {
      const rows = await rowsOf<{ id: string }>(
        db,
        sql`update jobs set lease_until = ${later(leaseMs)}
            where id in ${ids(jobIds)} and owner = ${owner} and state in ('waiting', 'running') returning id::text`,
      );
      return rows.map(({ id }) => Number(id));
    },

    async holds(id, owner) {
      const rows = await rowsOf(
        db,
        sql`select id from jobs where id = ${id} and owner = ${owner} and state = 'running' for update`,
      );
      return rows.length === 1;
    },

    progress: (id, owner, done, total) =>
      run(sql`update jobs set done = ${done}, total = ${total}
              where id = ${id} and owner = ${owner} and state = 'running'`),

    saveCursor: (id, owner, cursor) =>
      run(sql`update jobs set cursor = ${json(cursor)}
              where id = ${id} and owner = ${owner} and state = 'running'`),

    succeed: (id, owner, { result, againInMs }) =>
      run(sql`update jobs set state = ${againInMs === null ? 'done' : 'waiting'}, attempts = 0, failures = 0,
                owner = case when pinned then owner end, lease_until = null, finished_at = ${NOW},
                last_success_at = ${NOW}, next_attempt_at = ${later(againInMs ?? 0)}, done = total,
                result = ${json(result)}, ${FORGET}, problem = null, problem_code = null
              where id = ${id} and owner = ${owner} and state = 'running'`),

    fail: (id, owner, { problem, code, againInMs }) =>
      run(sql`update jobs set state = ${againInMs === null ? 'failed' : 'waiting'}, failures = failures + 1,
                owner = case when pinned then owner end, lease_until = null, finished_at = ${NOW},
                last_failure_at = ${NOW}, next_attempt_at = ${later(againInMs ?? 0)},
                problem = ${problem}, problem_code = ${code} ${againInMs === null ? sql`, ${FORGET}` : sql``}
              where id = ${id} and owner = ${owner} and state = 'running'`),

    handBack: (owner) =>
      run(sql`update jobs set state = case when pinned then 'failed' else 'waiting' end,
                owner = case when pinned then owner end, lease_until = null, next_attempt_at = ${NOW},
                attempts = greatest(0, attempts - 1), finished_at = case when pinned then ${NOW} end,
                problem = case when pinned then ${INTERRUPTED} else problem end
              where owner = ${owner} and state in ('waiting', 'running')`),

    endLeasesOfOthers: (owner) =>
      run(
        sql`update jobs set lease_until = ${NOW} where owner <> ${owner} and state in ('waiting', 'running')`,
      ),

    shortenLeases: (leaseMs) =>
      run(sql`update jobs set lease_until = ${later(leaseMs)}
              where state in ('waiting', 'running') and lease_until > ${later(2 * leaseMs)}`),

    failAbandoned: (maxInterruptions) =>
      run(sql`update jobs set state = 'failed', finished_at = ${NOW}, last_failure_at = ${NOW},
                failures = failures + 1, problem = ${INTERRUPTED}, ${FORGET}
              where owner is not null and state in ('waiting', 'running') and ${LEASE_IS_OVER}
                and (pinned or key <> '' and attempts >= ${maxInterruptions})`),

    supersede: (kind, exceptKey) =>
      run(sql`update jobs set state = 'failed', finished_at = ${NOW}, ${FORGET}
              where kind = ${kind} and key <> ${exceptKey} and state = 'waiting'`),

    removeFinished: (days) =>
      run(
        sql`delete from jobs where state in ('done', 'failed') and finished_at < ${NOW} - ${days} * interval '1 day'`,
      ),

    byId: (id) => one(sql`id = ${id}`),
    find: (kind, key) => one(sql`kind = ${kind} and key = ${key}`),

    async status() {
      const rows = await rowsOf<{
        kind: string;
        success: string | null;
        age: string | null;
        failures: string;
        problem: string | null;
        running: string;
        waiting: string;
      }>(
        db,
        sql`with latest as (select kind, max(last_success_at) as success from jobs group by kind)
            select kind, to_char(success at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as success,
              extract(epoch from ${NOW} - success)::bigint::text as age,
              coalesce(sum(failures) filter (where success is null or last_failure_at > success), 0)::text as failures,
              (array_agg(problem order by last_failure_at desc nulls last)
                filter (where problem is not null and (success is null or last_failure_at > success)))[1] as problem,
              count(*) filter (where state = 'running')::text as running,
              count(*) filter (where state = 'waiting')::text as waiting
            from jobs join latest using (kind) group by kind, success order by kind`,
      );
      return rows.map((row) => ({
        kind: row.kind,
        lastSuccessAt: row.success === null ? null : new Date(row.success),
        secondsSinceSuccess: row.age === null ? null : Math.max(0, Number(row.age)),
        failuresInARow: Number(row.failures),
        problem: row.problem,
        running: Number(row.running),
        waiting: Number(row.waiting),
      }));
    },
  };
}
