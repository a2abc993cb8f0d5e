import type { Connections } from './http/connections.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly http: {
    close(done: () => void): unknown;
    closeIdleConnections?: () => void;
    closeAllConnections?: () => void;
  };
  readonly connections: Connections;
  readonly server: {
    /** Makes the server not ready, so that balancers send no more requests. */
    startDraining(): void;
    /** Takes no more jobs and waits for those that run, at most `ms`. */
    stopJobs(ms: number): Promise<void>;
    close(): Promise<void>;
  };
  /** Time for balancers to notice, and for running requests and jobs. */
  readonly graceMs: number;
  readonly limitMs: number;
  /** Another process of this machine goes on: balancers must not hear that it stops. */
  readonly isReplaced?: boolean;
  readonly log: Log;
}

/** What jobs need beyond their time to be interrupted and handed to another server. */
const HAND_BACK_MS = 3000;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Waits for the work, at most `ms`. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Stops the server without an error for anybody: not ready first, then no new connections, event streams ended, running
 * requests and jobs waited for, and the database closed last.
 */
export async function stopServer(needs: Needs): Promise<void> {
  const { http, connections, server, log, limitMs } = needs;
  if (!needs.isReplaced) server.startDraining();
  connections.startClosing();
  if (needs.graceMs > 0) await pause(needs.graceMs);

  const closed = new Promise<void>((done) => http.close(() => done()));
  http.closeIdleConnections?.();
  connections.endStreams();
  const [isIdle] = await Promise.all([
    connections.idle(limitMs),
    within(limitMs + HAND_BACK_MS, server.stopJobs(limitMs)),
  ]);
  if (!isIdle) log.warn('Requests were still running and are cut off', { running: connections.running() });
  http.closeAllConnections?.();
  await closed;
  await server.close();
}
