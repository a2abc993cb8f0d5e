import { systemClock } from '@rollcall/core/kernel/clock';
import { composeServer } from '../compose.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import { locations } from '../storage/locations.ts';

/**
 * A server whose start fails in its last step, while the threads of the face engine load their networks. It does not end
 * the process itself: that ends when nothing is open any more.
 */
const failing = {
  ...locations,
  get web(): string {
    throw new Error('The last step failed.');
  },
};
composeServer(
  readEnv(),
  failing,
  createLog(() => {}, systemClock.now),
).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
