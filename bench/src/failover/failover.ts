import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { saveResult } from '../shared/results.ts';
import { startStressServer } from '../stress/servers.ts';
import { startDatabaseBalancer } from './database-balancer.ts';
import { startDistantProxy } from './distant-proxy.ts';
import { asOwner, failOver, readOnlyFor, restart, stopFor, takeConnections } from './faults.ts';
import { openPostgresPair, type PostgresPair } from './postgres-pair.ts';
import { recount } from './recount.ts';
import { openSchool, type School, savedRows } from './school.ts';
import { failoverTable, type Scenario } from './tables.ts';
import { describeAnswers, startWrites } from './writes.ts';

/**
 * `npm run bench:failover [-- --seconds 60]`: two real servers on a PostgreSQL behind HAProxy, while clients write as fast as
 * they are answered. The database is restarted, stopped, out of connections, read-only, 50 ms away, and killed with a
 * standby that is promoted. The servers are never restarted. At the end every acknowledged write is looked for.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const awayMs = 1000 * Number(values.seconds);
/** Of the faults that show the same however long they last. */
const holdMs = Math.min(20_000, awayMs);
const CLIENTS = 8;
const CALM_WRITES = 40;
const SETTLE_WRITES = 100;
/** Patroni's default is 30 s; ours is what the check of the balancer needs, rounded up. */
const SURE_AFTER_MS = 5000;
const RECOVERY_LIMIT_MS = 120_000;

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const limit = Date.now() + RECOVERY_LIMIT_MS; !condition(); ) {
    if (Date.now() > limit) throw new Error(`In vain: ${what}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** Writes go on; the fault comes and goes; they must go on again without anybody's help. */
async function endure(
  name: string,
  school: School,
  databaseAfter: string,
  fault: () => Promise<void>,
): Promise<Scenario> {
  console.log(name);
  const servers = school.servers.map(({ url }) => url);
  const load = startWrites({ servers, token: school.token, keys: school.keys }, CLIENTS);
  await until(() => load.served() >= CALM_WRITES, 'the first writes');
  const from = Date.now();
  await fault();
  const back = Date.now();
  const before = load.served();
  await until(() => load.served() > before, `a success after: ${name}`);
  const recovered = Date.now();
  await until(() => load.served() >= before + SETTLE_WRITES, `successes after: ${name}`);
  const to = Date.now();
  const { writes, answers } = await load.end();
  const { lost, doubled, ...counted } = recount(writes, await savedRows(databaseAfter));
  const scenario = {
    name,
    seconds_of_the_fault: Number(((back - from) / 1000).toFixed(1)),
    seconds_until_a_success_after_it: Number(((recovered - back) / 1000).toFixed(1)),
    ...describeAnswers(answers, from, to),
    ...counted,
    lost: lost.length,
    doubled: doubled.length,
  };
  console.log(JSON.stringify(scenario));
  return scenario;
}

/** No fault, for comparison. */
const nothing = (): Promise<void> => new Promise((done) => setTimeout(done, holdMs));

const scenarios: Scenario[] = [];
const SIZE = { people: 40, days: 600, count: 2 };
const load = loadavg().map((each) => Number(each.toFixed(2)));

/** Both databases, the balancer before them and a school on it, as long as the work takes. */
async function withPair(work: (pair: PostgresPair, school: School) => Promise<void>): Promise<void> {
  const pair = await openPostgresPair();
  const balancer = await startDatabaseBalancer(pair.primary, pair.standby);
  const school = await openSchool(balancer.url, SIZE);
  try {
    await work(pair, school);
  } finally {
    await school.close();
    await balancer.stop();
    pair.remove();
  }
}

/** The standby follows, the primary dies. */
async function endureFailOver(
  pair: PostgresPair,
  school: School,
  kind: 'asynchronous' | 'synchronous',
): Promise<void> {
  await pair.follow({ synchronous: kind === 'synchronous' });
  const name = `primary killed, ${kind} standby promoted`;
  scenarios.push(await endure(name, school, pair.standby.url, failOver(pair, SURE_AFTER_MS)));
}

await withPair(async (pair, school) => {
  const { url } = pair.primary;
  await asOwner(url, 'create role crowd login');
  scenarios.push(await endure('nothing happens', school, url, nothing));
  scenarios.push(await endure('restarted', school, url, restart(pair.primary)));
  scenarios.push(await endure(`stopped for ${values.seconds} s`, school, url, stopFor(pair.primary, awayMs)));
  scenarios.push(await endure('out of connections', school, url, takeConnections(pair.primary, holdMs)));
  scenarios.push(await endure('read-only', school, url, readOnlyFor(pair.primary, holdMs)));
  const proxy = await startDistantProxy(url, 50);
  const distant = await startStressServer(proxy.url, school.masterKey);
  try {
    const far = { ...school, servers: [distant] };
    scenarios.push(await endure('50 ms away', far, url, nothing));
  } finally {
    await distant.stop();
    await proxy.stop();
  }
  await endureFailOver(pair, school, 'asynchronous');
});
await withPair((pair, school) => endureFailOver(pair, school, 'synchronous'));
console.log(`${failoverTable(scenarios).join('\n')}\n`);
const mayLose = (name: string) => name.includes('asynchronous');
const holds = scenarios.every(
  ({ name, lost, doubled, server_errors, refused_without_retry_after }) =>
    (lost === 0 || mayLose(name)) && doubled + server_errors + refused_without_retry_after === 0,
);
await saveResult('failover', {
  what: 'Two servers on a PostgreSQL behind HAProxy, all on this machine; eight clients write as fast as they are answered and obey Retry-After. The servers were never restarted.',
  load_before: load,
  scenarios,
  holds,
});
process.exit(holds ? 0 : 1);
