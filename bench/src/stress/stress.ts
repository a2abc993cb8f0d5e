import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import { saveResult } from '../shared/results.ts';
import { percentile } from '../shared/timing.ts';
import { createClient, runLoad, type School, type Signed } from './load.ts';
import { wrongDays, wrongRollups } from './recount.ts';
import { type StressServer, startStressServer } from './servers.ts';

/**
 * `npm run bench:stress -- --minutes 3 --servers 3`: several real servers on one PostgreSQL. Marks, class sheets,
 * corrections, leaves, deletions and the closing of days at once, over HTTP; then every verdict and every roll-up is
 * computed again by other code and must agree. Holds with no answer 5xx and no difference.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    servers: { type: 'string', default: '3' },
    people: { type: 'string', default: '120' },
  },
});
const minutes = Number(values.minutes);
const PAST_DAYS = 8;
const CLASSES = 8;
const PASSWORD = 'copper lantern walrus';
const MINUTE = 60_000;

/** A zone in which it is about noon, so that the run does not cross midnight. `Etc/GMT-3` is three hours ahead. */
const ahead = 12 - new Date().getUTCHours();
const zone = `Etc/GMT${ahead > 0 ? `-${ahead}` : `+${-ahead}`}`;
const local = (ms: number) => new Date(ms + ahead * 60 * MINUTE).toISOString();

const started = await startPrivatePostgres();
if (!('url' in started)) throw new Error(started.reason);
const cluster = started;
const pool = new pg.Pool({ connectionString: cluster.url, max: 12 });
const servers: StressServer[] = [];

/** Sets up a school of people with sessions, who were registered long ago. */
async function openSchool(): Promise<{ school: School; client: ReturnType<typeof createClient> }> {
  const key = randomBytes(32).toString('base64');
  servers.push(await startStressServer(cluster.url, key));
  const code = servers[0]?.setupCode;
  const more = Array.from({ length: Number(values.servers) - 1 }, () => startStressServer(cluster.url, key));
  servers.push(...(await Promise.all(more)));
  const urls = servers.map(({ url }) => url);
  const setUp = createClient({ servers: urls.slice(0, 1) });
  const must = async (...given: Parameters<typeof setUp.call>) => {
    const answer = await setUp.call(...given);
    if (answer.status !== 200)
      throw new Error(`${given[0]}: ${answer.status} ${JSON.stringify(answer.json)}`);
    return answer.json;
  };
  await must('set up', null, 'POST', '/setup', {
    code,
    institution_name: 'Stress',
    time_zone: zone,
    password: PASSWORD,
  });
  const signIn = async (): Promise<Signed> => {
    const { access_token } = await must('sign in', null, 'POST', '/admin/login', { password: PASSWORD });
    return { id: 'admin', token: access_token };
  };
  const admins = [await signIn(), await signIn(), await signIn()];
  const token = admins[0]?.token ?? '';
  await must('working days', token, 'PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5, 6, 7] });
  // Today is closed in the middle of the run.
  const start = local(Date.now() + (minutes / 2) * MINUTE - 30 * MINUTE).slice(11, 16);
  const cutoff = local(Date.now() + (minutes / 2) * MINUTE).slice(11, 16);
  const rule = { startTime: start, gracePeriod: 15, cutoffTime: cutoff, autoAbsent: 30 };
  await must('time settings', token, 'POST', '/admin/time-settings', rule);

  const ids = Array.from({ length: Number(values.people) }, (_, index) => `S-${index + 1}`);
  const people: Signed[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async (_, worker) => {
      for (const [index, id] of ids.entries()) {
        if (index % 4 !== worker) continue;
        const username = id.toLowerCase();
        const person = { name: `Person ${id}`, user_id: id, username, password: PASSWORD, type: 'student' };
        await must('register', token, 'POST', '/admin/register', {
          ...person,
          class_section: `A-${index % 4}`,
        });
        const signed = await must('sign in', null, 'POST', '/user/login', { username, password: PASSWORD });
        people.push({ id, token: signed.access_token });
      }
    }),
  );
  await pool.query(
    `update people set registered_on = registered_on - ${PAST_DAYS + 1} where kind <> 'admin'`,
  );
  const classes: number[] = [];
  for (let index = 0; index < CLASSES; index += 1) {
    const slot = { startTime: `${String(8 + (index % 4)).padStart(2, '0')}:00`, endTime: '23:30' };
    const made = await must('class', token, 'POST', '/admin/classes', {
      name: `Class ${index}`,
      section: `C${index}`,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      ...slot,
    });
    classes.push(made.class.id);
    const roster = ids.filter((_, at) => (at + index) % 3 > 0);
    await must('roster', token, 'PUT', `/admin/classes/${made.class.id}/roster`, { user_ids: roster });
  }
  const days = Array.from({ length: PAST_DAYS + 1 }, (_, at) =>
    local(Date.now() - (PAST_DAYS - at) * 24 * 60 * MINUTE).slice(0, 10),
  );
  const localTime = () => local(Date.now()).slice(11, 16);
  const school: School = { servers: urls, pool, admins, people, classes, days, localTime };
  return { school, client: createClient(school) };
}

/** Waits until today is closed and every closing has ended. */
async function closingsEnd(today: string): Promise<void> {
  for (const until = Date.now() + 4 * MINUTE; Date.now() < until; ) {
    const { rows } = await pool.query<{ done: boolean }>(
      `select count(*) filter (where day = $1) = 1 and count(*) filter (where finished_at is null) = 0 as done
       from closed_days`,
      [today],
    );
    if (rows[0]?.done) return;
    await new Promise((done) => setTimeout(done, 1000));
  }
  throw new Error('Today was not closed.');
}

try {
  const { school, client } = await openSchool();
  process.stdout.write(
    `${servers.length} servers, ${school.people.length} people, ${minutes} minutes in ${zone}\n`,
  );
  const before = school.people.length;
  await runLoad(school, client.call, Date.now() + minutes * MINUTE);
  await closingsEnd(school.days.at(-1) ?? '');
  const days = await wrongDays(pool, ahead * 60);
  const rollups = await wrongRollups(pool);
  const { rows } = await pool.query<{ deadlocks: number; closed: number; deltas: number }>(
    `select (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks,
       (select count(*)::int from closed_days) as closed, (select count(*)::int from rollup_deltas) as deltas`,
  );
  const statuses = Object.fromEntries(
    [...client.answers.counts].map(([name, counts]) => [name, Object.fromEntries([...counts].sort())]),
  );
  const failed = [...client.answers.counts.values()]
    .flatMap((counts) => [...counts])
    .reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
  const calls = [...client.answers.millis.values()].reduce((sum, each) => sum + each.length, 0);
  for (const line of [...new Set(client.answers.failures)].slice(0, 20)) process.stdout.write(`${line}\n`);
  for (const line of [...days.wrong, ...rollups.wrong].slice(0, 40)) process.stdout.write(`${line}\n`);
  await saveResult('stress', {
    what: 'marks, class sheets, corrections, leaves, deletions and closing at once on several servers and one PostgreSQL; every verdict and roll-up computed again by other code',
    minutes,
    servers: servers.length,
    people: before,
    deleted: before - school.people.length,
    calls,
    calls_per_second: Math.round(calls / (minutes * 60)),
    statuses,
    milliseconds: Object.fromEntries(
      [...client.answers.millis].map(([name, times]) => {
        const sorted = times.toSorted((a, b) => a - b);
        return [name, { p50: percentile(sorted, 50), p99: percentile(sorted, 99) }];
      }),
    ),
    answers_5xx: failed,
    deadlocks_retried: rows[0]?.deadlocks,
    days_closed: rows[0]?.closed,
    verdicts_recomputed: days.days,
    wrong_verdicts: days.wrong.length,
    rollup_rows_recomputed: rollups.rows,
    wrong_rollups: rollups.wrong.length,
    deltas_not_folded: rows[0]?.deltas,
    holds: failed === 0 && days.wrong.length === 0 && rollups.wrong.length === 0,
  });
  process.exitCode = failed + days.wrong.length + rollups.wrong.length > 0 ? 1 : 0;
} catch (error) {
  for (const server of servers) process.stderr.write(server.log().slice(-3000));
  throw error;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await pool.end();
  cluster.stop();
}
