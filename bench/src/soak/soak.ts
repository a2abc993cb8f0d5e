import { parseArgs } from 'node:util';
import { startBench } from '../rush/start-bench.ts';
import { lastResult, saveResult } from '../shared/results.ts';
import { measureSoak, soakHolds } from './measure-soak.ts';
import { type Published, soakTable } from './tables.ts';

const USAGE =
  'Usage: npm run bench:soak -- --photos DIR [--hours 1] [--people 1500] [--database embedded|postgres] [--cache DIR]';

/**
 * `npm run bench:soak -- --photos DIR`: a fifth of the rush for an hour (`--hours 24` for those who have them): kiosks, own
 * devices, dashboards, class photos and an office, and whether memory, handles and times stay what they were.
 */
const { values } = parseArgs({
  options: {
    photos: { type: 'string' },
    hours: { type: 'string', default: '1' },
    people: { type: 'string', default: '1500' },
    database: { type: 'string', default: 'embedded' },
    cache: { type: 'string' },
  },
});
const { photos, cache } = values;
const database = values.database === 'embedded' || values.database === 'postgres' ? values.database : null;
const [hours, people] = [Number(values.hours), Number(values.people)];
if (photos === undefined || !database || !(hours > 0 && people >= 20)) {
  console.error(USAGE);
  process.exit(2);
}
await startBench({ photos, people, cache }, async (chosen, about, ending) => {
  const before = (await lastResult('soak')) as Partial<Published>; // written below
  const soak = { ...about, ...(await measureSoak(chosen, { database, hours }, ending)) };
  const holds = soakHolds(soak);
  console.log(`${soakTable(soak).join('\n')}\n`);
  if (hours >= (before.hours ?? 0)) await saveResult('soak', { ...soak, holds });
  else
    console.log(
      `${JSON.stringify(soak, null, 2)}\nNot kept in bench/results: the figures there are of a longer run.`,
    );
  return holds;
});
