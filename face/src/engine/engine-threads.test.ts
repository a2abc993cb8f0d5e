import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { FETCH_TIMEOUT_MS, fixtureModels } from '../testing/fixtures.ts';
import { createNodeFaceEngine } from './engine-node.ts';

/** How much each thread of this process gives way to others. A thread may end while they are read. */
function nicenessOfThreads(): Map<string, number> {
  const PLACE = 16; // after the name in brackets: man proc_pid_stat
  const found = new Map<string, number>();
  for (const id of readdirSync('/proc/self/task'))
    try {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
      found.set(id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[PLACE]));
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    }
  return found;
}

/** Elsewhere a thread has no niceness of its own, and nothing is nicer than the least. */
const canGiveWay = process.platform === 'linux' && getPriority() < constants.priority.PRIORITY_LOW;

describe.skipIf(!canGiveWay)('the threads that recognise faces', () => {
  it(
    'give way to all others of the process, which stay as they were',
    async () => {
      const own = getPriority();
      const before = nicenessOfThreads();
      const engine = await createNodeFaceEngine({ models: await fixtureModels(), threads: 2 });
      const during = nicenessOfThreads();
      await engine.close();
      const added = [...during].filter(([id]) => !before.has(id)).map(([, niceness]) => niceness);
      expect(added.filter((niceness) => niceness > own).length).toBeGreaterThanOrEqual(2);
      for (const [id, niceness] of before) expect(during.get(id) ?? niceness).toBe(niceness);
      expect(getPriority()).toBe(own);
    },
    FETCH_TIMEOUT_MS,
  );
});
