/**
 * Runs work one at a time per key. Sign-in attempts for one account wait for each other here: otherwise
 * a thousand guesses sent at once would all be checked before the first failure was counted.
 */
export function createKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>();

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    tails.set(key, settled);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === settled) tails.delete(key);
    }
  };
}
