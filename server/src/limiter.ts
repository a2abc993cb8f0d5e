/** At most `limit` pieces of work at once; the rest wait in the order they came. */
export function createLimiter(limit: number) {
  const waiting: (() => void)[] = [];
  let free = limit;

  const enter = (): Promise<void> | undefined => {
    if (free === 0) return new Promise((admit) => waiting.push(admit));
    free -= 1;
    return undefined;
  };

  // A place is handed on, not given up: nobody can slip in between.
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
