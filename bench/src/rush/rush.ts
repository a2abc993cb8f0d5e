import { parseArgs } from 'node:util';
import { lastResult, saveResult } from '../shared/results.ts';
import { measureRush, rushHolds } from './measure-rush.ts';
import { measureServers, serversHold } from './servers/measure-servers.ts';
import { startBench } from './start-bench.ts';
import { isLonger, type Published, rushTable, serversTable } from './tables.ts';

const USAGE = `Usage: npm run bench:rush -- --photos DIR [--people 5000] [--minutes 20] [--database embedded|postgres]
  [--part one|servers] [--dashboards 200] [--seconds 60] [--cache DIR]`;

const WHAT =
  'People of labelled photos mark themselves over HTTP on the built server. Server, database, balancer and the processes that make the load share one machine and its cores. People whom the networks would refuse were left out beforehand, and where the folder has too few people, pictures are two people blended: it says nothing about how well faces are recognised. docs/SCALE.md says whose photos they are. Sessions were written as rows, not signed in.';

/**
 * `npm run bench:rush -- --photos DIR`: thousands of people mark themselves by pictures over HTTP within minutes, at kiosks
 * and on own devices, while dashboards are open; then every acknowledged mark is compared with the rows. `--part servers`:
 * 1, 2 and 4 servers on one PostgreSQL behind HAProxy, restarted and killed under load. DIR has one folder per person.
 * `--cache DIR` keeps the pictures that were made for the next run; without it everything is removed.
 */
const { values } = parseArgs({
  options: {
    photos: { type: 'string' },
    people: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '20' },
    database: { type: 'string', default: 'embedded' },
    part: { type: 'string', default: 'one' },
    dashboards: { type: 'string', default: '200' },
    /** Of each part of `servers`. */
    seconds: { type: 'string', default: '60' },
    cache: { type: 'string' },
  },
});
const database =
  values.database === 'postgres' ? 'postgres' : values.database === 'embedded' ? 'embedded' : null;
const part = values.part === 'one' || values.part === 'servers' ? values.part : null;
const [people, minutes, dashboards, seconds] = [
  Number(values.people),
  Number(values.minutes),
  Number(values.dashboards),
  Number(values.seconds),
];
if (
  values.photos === undefined ||
  !database ||
  !part ||
  !(people >= 20 && minutes > 0 && dashboards >= 1 && seconds > 0)
) {
  console.error(USAGE);
  process.exit(2);
}

const { photos, cache } = values;
await startBench({ photos, people, cache }, async (chosen, about, ending) => {
  const before = (await lastResult('rush')) as Partial<Published>; // written below
  let holds: Readonly<Record<string, boolean>>;
  /** What replaces the published figures: a short run must not. */
  let kept: Partial<Published> = {};
  if (part === 'one') {
    const rush = { ...about, ...(await measureRush(chosen, { database, minutes, dashboards }, ending)) };
    holds = rushHolds(rush);
    console.log(`${JSON.stringify(rush, null, 2)}\n${rushTable(rush).join('\n')}\n`);
    if (isLonger(rush, before[database]))
      kept = database === 'embedded' ? { embedded: rush } : { postgres: rush };
  } else {
    const servers = { ...about, ...(await measureServers(chosen, { seconds }, ending)) };
    holds = serversHold(servers);
    console.log(`${JSON.stringify(servers, null, 2)}\n${serversTable(servers).join('\n')}\n`);
    if (seconds >= (before.servers?.seconds_each ?? 0)) kept = { servers };
  }
  if (Object.keys(kept).length === 0)
    console.log('Not kept in bench/results: the figures there are of a longer run.');
  else {
    const { embedded, postgres, servers } = { ...before, ...kept };
    await saveResult('rush', { what: WHAT, embedded, postgres, servers });
  }
  return holds;
});
