import { AppError } from '@rollcall/core/kernel/errors';

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs at most `running` pieces of work at once for each key; up to `waiting` further ones wait in order, more are
 * refused. Keeps one caller from taking what is meant for all.
 */
export function createTurns(most: { readonly running: number; readonly waiting: number }) {
  const lanes = new Map<string, Lane>();

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running < most.running) lane.running += 1;
    else {
      if (lane.waiting.length >= most.waiting)
        throw new AppError('too_many_requests', { retryAfterSeconds: 2 });
      // The one that ends hands its place on, so `running` stays as it is.
      await new Promise<void>((go) => lane.waiting.push(go));
    }
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else {
        lane.running -= 1;
        if (lane.running === 0) lanes.delete(key);
      }
    }
  };
}

export type Turns = ReturnType<typeof createTurns>;
