import { AppError } from '../kernel/errors.ts';

interface Limits {
  /** Pieces of work that run at once. */
  readonly running: number;
  /** How many may wait, of one key and in all. */
  readonly perKey: number;
  readonly inAll: number;
}

/**
 * Runs at most `running` pieces of work at once. Whoever waits takes turns by key: a flood from one address makes other
 * addresses wait for one piece of work, not for all of the flood. More than the limits are refused with `busy`, so that
 * waiting work cannot fill the memory.
 */
export function createFairTurns({ running, perKey, inAll }: Limits) {
  /** In the order of their turns: a key moves to the end when one of its pieces starts. */
  const lanes = new Map<string, (() => void)[]>();
  let free = running;
  let waiting = 0;

  const wait = (key: string): Promise<void> => {
    const lane = lanes.get(key) ?? [];
    if (waiting >= inAll || lane.length >= perKey) throw new AppError('busy', { retryAfterSeconds: 5 });
    lanes.set(key, lane);
    waiting += 1;
    return new Promise((start) => lane.push(start));
  };

  // The place passes to the next one directly, so that new work cannot take it first.
  const startNext = () => {
    for (const [key, lane] of lanes) {
      lanes.delete(key);
      const start = lane.shift();
      if (lane.length > 0) lanes.set(key, lane);
      if (!start) continue;
      waiting -= 1;
      return start();
    }
    free += 1;
  };

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await wait(key);
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}

/**
 * Runs work one at a time per key. At most `perKey` wait for a key, more are refused with `too_many_requests`; at most
 * `inAll` run and wait in all, more are refused with `busy`.
 */
export function createKeyedQueue({ perKey, inAll }: Omit<Limits, 'running'>) {
  const lanes = new Map<string, { tail: Promise<unknown>; length: number }>();
  let count = 0;

  return async function oneByOne<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { tail: Promise.resolve(), length: 0 };
    if (lane.length > perKey) throw new AppError('too_many_requests', { retryAfterSeconds: 2 });
    if (count >= inAll) throw new AppError('busy', { retryAfterSeconds: 5 });
    lanes.set(key, lane);
    lane.length += 1;
    count += 1;
    const result = lane.tail.then(work, work);
    lane.tail = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      lane.length -= 1;
      count -= 1;
      if (lane.length === 0) lanes.delete(key);
    }
  };
}
