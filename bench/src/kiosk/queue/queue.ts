import { parseArgs } from 'node:util';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import { startPrivatePostgres } from '../../../../tools/test/private-postgres.mjs';
import { saveResult } from '../../shared/results.ts';
import { withMigratedDatabase } from '../../shared/scratch-database.ts';
import { seededRandom } from '../../shared/seeded-random.ts';
import { openDoors } from './open-doors.ts';
import { simulateDays } from './simulate-days.ts';

/**
 * `npm run bench:queue -- [--days 500] [--people 20] [--doors 3] [--postgres URL]`: days without a network at the doors of
 * one institution. PINs are mistyped at 3 %, some people play, tablets lose and forge entries, clocks are wrong, cards and
 * PINs change before the network is back, two servers take the entries and a third one lacks the master key. Every signed
 * entry is looked for in the database. Services, API and PostgreSQL are real; the tablet's page is not, and PINs are hashed
 * with a fast digest.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '500' },
    people: { type: 'string', default: '20' },
    doors: { type: 'string', default: '3' },
    postgres: { type: 'string' },
  },
});
const [days, people, doorCount] = [Number(values.days), Number(values.people), Number(values.doors)];
process.env.TEST_DB = 'postgres';

const own = values.postgres === undefined ? await startPrivatePostgres() : null;
if (own && 'reason' in own) throw new Error(own.reason);
try {
  await withMigratedDatabase(values.postgres ?? own?.url ?? '', async (pool) => {
    const doors = await openDoors({ db: drizzleOn(pool), pool }, { doors: doorCount, people });
    const simulated = await simulateDays(doors, {
      days,
      random: seededRandom(62),
      onDay: (day) => void (day % 25 === 0 && process.stdout.write(`day ${day}\n`)),
    });
    const { by_kind, ...sums } = simulated;
    await saveResult('queue', { people, doors: doorCount, ...sums, by_kind });
    const { lost, doubled, without_a_trace, wrongly_counted } = simulated;
    if (lost + doubled + without_a_trace + wrongly_counted > 0) process.exitCode = 1;
  });
} finally {
  own?.stop();
}
