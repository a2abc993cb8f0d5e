/** Runs pieces of work one after another, in the order of the calls. */
export function createSerial() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const result = last.then(work, work);
      last = result.catch(() => {});
      return result;
    },
  };
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/**
 * Runs `work` until it succeeds, with growing pauses. A request during a run starts one more run after it, because
 * the running one may have read what the request is about too early.
 */
export function retryUntilDone(work: () => Promise<void>, onFailure: (error: unknown) => void) {
  let isRunning = false;
  let isStopped = false;
  let waiting: (() => void)[] = [];
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      endPause = () => {
        clearTimeout(timer);
        done();
      };
    });

  const run = async (): Promise<void> => {
    let wait = FIRST_RETRY_MS;
    let hasFailed = false;
    while (!isStopped && (hasFailed || waiting.length > 0)) {
      const served = waiting;
      waiting = [];
      hasFailed = false;
      await work().catch((error: unknown) => {
        hasFailed = true;
        if (!isStopped) onFailure(error);
      });
      for (const done of served) done();
      if (!hasFailed) wait = FIRST_RETRY_MS;
      else if (!isStopped) {
        await pause(wait);
        wait = Math.min(2 * wait, LONGEST_RETRY_MS);
      }
    }
    for (const done of waiting.splice(0)) done();
    isRunning = false;
  };

  return {
    /** Resolves when a run that began after this call has ended, well or not; a failed one is repeated. */
    request(): Promise<void> {
      const done = new Promise<void>((resolve) => waiting.push(resolve));
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return done;
    },
    stop(): void {
      isStopped = true;
      endPause();
    },
  };
}

/**
 * Works on values as they come, so many at once. After a failure nothing more is begun; it is thrown when what is under way
 * has ended, so that nothing goes on behind the caller's back.
 */
export async function inLanes<T>(
  values: AsyncIterable<T>,
  lanes: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const reader = values[Symbol.asyncIterator]();
  let failure: { readonly error: unknown } | undefined;
  const lane = async () => {
    try {
      while (!failure) {
        const { done, value } = await reader.next();
        if (done || failure) return;
        await work(value);
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failure) {
    // What the source says about its end is not what went wrong.
    await reader.return?.().then(undefined, () => undefined);
    throw failure.error;
  }
}
