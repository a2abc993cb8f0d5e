export interface Watchdog {
  /** The worker begins a statement. */
  started(): void;
  /** It finished the statement it was on. */
  finished(): void;
  stop(): void;
}

/**
 * Fires when one statement keeps the only session longer than the limit. The embedded database is a
 * single thread of WebAssembly, so nothing inside it can interrupt a statement: `statement_timeout` never fires.
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
      // When our own event loop was the one that stood still, the answer is already waiting behind
      // this timer. One turn of the loop delivers it before a healthy worker is ended.
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
    finished() {
      statement += 1;
      clearTimeout(timer);
    },
    stop() {
      statement += 1;
      clearTimeout(timer);
    },
  };
}
