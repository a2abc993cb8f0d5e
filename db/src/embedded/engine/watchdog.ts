export interface Watchdog {
  /** A statement began: restarts the timer. */
  started(): void;
  /** The last statement finished, or the worker is gone: stops the timer. */
  stop(): void;
}

/**
 * Calls `onExpired` when a statement runs longer than the limit. The embedded database is a single thread of
 * WebAssembly, so nothing inside it can interrupt a statement: `statement_timeout` never fires.
 */
export function createWatchdog(needs: {
  limitMs: number;
  isLifted: () => boolean;
  onExpired: () => void;
}): Watchdog {
  let timer: NodeJS.Timeout | undefined;
  let statement = 0;

  function arm(): void {
    clearTimeout(timer);
    timer = undefined;
    if (needs.limitMs <= 0 || !Number.isFinite(needs.limitMs)) return;
    const watched = statement;
    timer = setTimeout(() => {
      // If our own event loop was blocked, the answer is already queued behind this timer. One more turn
      // of the loop delivers it before a healthy worker is terminated.
      setImmediate(() => {
        if (watched !== statement) return;
        if (needs.isLifted()) arm();
        else needs.onExpired();
      });
    }, needs.limitMs);
  }

  return {
    started() {
      statement += 1;
      arm();
    },
    stop() {
      statement += 1;
      clearTimeout(timer);
    },
  };
}
