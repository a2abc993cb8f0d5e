interface RunningJob {
  readonly id: number;
  readonly kind: string;
  readonly lane: string;
}

interface Waiter {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The jobs that this process runs, and who waits for them. */
export function createRunningJobs() {
  const running = new Map<
    number,
    RunningJob & { readonly isAborted: boolean; abort(reason: Error): void; done: Promise<unknown> }
  >();
  const waiters = new Map<number, Set<Waiter>>();

  const wait = (id: number): { promise: Promise<unknown>; cancel(): void } => {
    let cancel = () => {};
    const promise = new Promise<unknown>((resolve, reject) => {
      const waiter = { resolve, reject };
      const others = waiters.get(id) ?? new Set();
      waiters.set(id, others.add(waiter));
      cancel = () => {
        others.delete(waiter);
        if (others.size === 0) waiters.delete(id);
      };
    });
    return { promise, cancel };
  };

  const tell = (id: number, say: (waiter: Waiter) => void): void => {
    const told = waiters.get(id);
    waiters.delete(id);
    for (const waiter of told ?? []) say(waiter);
  };

  /** Resolves after `ms`; `cancel` ends it early. */
  const after = (ms: number): { promise: Promise<void>; cancel(): void } => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const promise = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    return { promise, cancel: () => clearTimeout(timer) };
  };

  return {
    all: () => [...running.values()],
    count: () => running.size,
    has: (id: number): boolean => running.has(id),
    abort: (id: number, reason: Error): void => running.get(id)?.abort(reason),
    isLaneBusy: (lane: string): boolean => [...running.values()].some((job) => job.lane === lane),
    isAwaited: (id: number): boolean => waiters.has(id),

    /** Runs the work, tells those who wait, and answers its end. */
    add(job: RunningJob, work: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
      const controller = new AbortController();
      const done = work(controller.signal).then(
        (result) => {
          running.delete(job.id);
          tell(job.id, (waiter) => waiter.resolve(result));
          return result;
        },
        (error: unknown) => {
          running.delete(job.id);
          tell(job.id, (waiter) => waiter.reject(error));
          throw error;
        },
      );
      running.set(job.id, {
        ...job,
        done,
        abort: (reason) => controller.abort(reason),
        get isAborted() {
          return controller.signal.aborted;
        },
      });
      return done;
    },

    /** The result, when this process runs the job. */
    result: (id: number): Promise<unknown> => wait(id).promise,

    /** True when the job succeeded here within `ms`; throws when it failed here. */
    async ended(id: number, ms: number): Promise<boolean> {
      const waiting = wait(id);
      const timer = after(running.has(id) ? 60 * ms : ms);
      try {
        return await Promise.race([waiting.promise.then(() => true), timer.promise.then(() => false)]);
      } finally {
        waiting.cancel();
        timer.cancel();
      }
    },

    reject: (id: number, error: unknown): void => tell(id, (waiter) => waiter.reject(error)),

    rejectWaiting(error: unknown): void {
      for (const id of [...waiters.keys()]) tell(id, (waiter) => waiter.reject(error));
    },

    /** Waits until nothing runs, or `ms` have passed. */
    async idle(ms?: number): Promise<void> {
      const timer = ms === undefined ? null : after(ms);
      const all = async () => {
        while (running.size > 0) await Promise.allSettled([...running.values()].map(({ done }) => done));
      };
      await (timer ? Promise.race([all(), timer.promise]) : all());
      timer?.cancel();
    },

    async pause(ms: number, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      const timer = after(ms);
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
      try {
        await Promise.race([timer.promise, aborted]);
      } finally {
        timer.cancel();
      }
    },
  };
}
