import { openTestDb } from '@rollcall/db/testing/test-db';
import { expect, it } from 'vitest';
import { seededRandom } from '../../shared/seeded-random.ts';
import { openDoors } from './open-doors.ts';
import { simulateDays } from './simulate-days.ts';

it('days without a network lose no signed entry, double none, and leave a trace of each', async () => {
  const database = await openTestDb();
  const doors = await openDoors(database, { doors: 2, people: 6 });
  const simulated = await simulateDays(doors, { days: 4, random: seededRandom(7), worse: 5 });
  expect(simulated).toMatchObject({
    lost: 0,
    doubled: 0,
    without_a_trace: 0,
    right_and_not_counted: 0,
    nameless_people: 0,
    wrongly_counted: 0,
    not_confirmable: 0,
  });
  expect(simulated.signed_entries).toBeGreaterThan(20);
  expect(Math.min(simulated.pranks, simulated.forged, simulated.refused_without_the_key)).toBeGreaterThan(0);
  await database.close();
});
