import { DatabaseUnavailableError, messageOf, type UnavailableCode } from '../embedded-errors.ts';
import {
  type EngineWorker,
  type FromWorker,
  failureText,
  type StartWorker,
  type ToWorker,
} from './engine-worker.ts';
import { createWatchdog } from './watchdog.ts';

export interface ConnectionEvents {
  onData(bytes: Uint8Array): void;
  onLost(error: Error): void;
}

export interface EngineConnection {
  send(batch: Uint8Array): void;
  end(): void;
}

export interface RestartReport {
  readonly reason: 'timeout' | 'crash';
  readonly error: DatabaseUnavailableError;
}

export interface EngineHost {
  /** Opens a connection; waits while the database is being (re)opened. */
  connect(events: ConnectionEvents): Promise<EngineConnection>;
  withoutLimit<T>(work: () => Promise<T>): Promise<T>;
  /** Closes a database in memory and returns its data folder as a seed. */
  closeAsSeed(): Promise<Uint8Array>;
  close(): Promise<void>;
}

const retryPauseMs = 1000;

/** Postgres stops when its log cannot be written; the text on its standard error is all that tells why. */
const isDiskFullText = (text: string): boolean => text.includes('No space left on device');

/**
 * Keeps one database worker running: routes its answers, terminates it when it hangs, restarts it when it is
 * gone.
 */
export async function startEngineHost(needs: {
  startWorker: StartWorker;
  statementTimeoutMs: number;
  onRestart: (report: RestartReport) => void;
  log: (message: string) => void;
}): Promise<EngineHost> {
  const connections = new Map<number, ConnectionEvents>();
  let nextConnection = 1;
  let inFlight = 0;
  let limitLifted = 0;
  let closed = false;
  let packing: { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void } | undefined;

  const watchdog = createWatchdog({
    limitMs: needs.statementTimeoutMs,
    isLifted: () => limitLifted > 0,
    onExpired: () =>
      restart(
        'timeout',
        '57014',
        `A statement ran longer than ${needs.statementTimeoutMs} ms and was ended.`,
      ),
  });

  let worker: EngineWorker | undefined;
  let opening: Promise<EngineWorker> | undefined;
  let lastFailure: { error: unknown; at: number } | undefined;
  let generation = 0;

  function open(previous?: EngineWorker): Promise<EngineWorker> {
    opening ??= (previous?.stop() ?? Promise.resolve())
      .then(() => needs.startWorker(nextWorkerEvents()))
      .then(
        (started) => {
          worker = started;
          lastFailure = undefined;
          return started;
        },
        (error: unknown) => {
          lastFailure = { error, at: performance.now() };
          throw error;
        },
      )
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }

  /**
   * Ignores messages of a terminated worker that arrive late: they must not be counted as the next worker's.
   */
  function nextWorkerEvents(): Parameters<StartWorker>[0] {
    generation += 1;
    const own = generation;
    return {
      onMessage: (message) => own === generation && onMessage(message),
      onExit: (message) => own === generation && restart('crash', '57P02', message),
    };
  }

  function restart(reason: RestartReport['reason'], code: UnavailableCode, message: string): void {
    const lost = worker;
    packing?.reject(new DatabaseUnavailableError(code, message));
    if (lost === undefined || closed) return;
    worker = undefined;
    generation += 1;
    inFlight = 0;
    watchdog.stop();
    const error = new DatabaseUnavailableError(code, `${message} The database is being reopened.`);
    // `open` waits for this worker to end: the next one must not touch the folder before.
    open(lost).catch((failure: unknown) =>
      needs.log(`The database could not be reopened: ${messageOf(failure)}`),
    );
    const clients = [...connections.values()];
    connections.clear();
    for (const client of clients) client.onLost(error);
    needs.onRestart({ reason, error });
  }

  function onMessage(message: FromWorker): void {
    if (message.kind === 'seed') packing?.resolve(message.bytes);
    if (message.kind === 'crashed') {
      const text = failureText('The database stopped', message.message, message.stderr);
      restart('crash', isDiskFullText(text) ? '53100' : '57P02', text);
    }
    if (message.kind !== 'data') return;
    if (message.bytes) connections.get(message.connection)?.onData(message.bytes);
    if (!message.done) return;
    inFlight -= 1;
    if (inFlight > 0) watchdog.started();
    else watchdog.stop();
  }

  function submit(target: EngineWorker, message: ToWorker): void {
    // The worker is gone; its connections were closed with `onLost`.
    if (target !== worker) return;
    inFlight += 1;
    if (inFlight === 1) watchdog.started();
    target.post(message);
  }

  /** Reopens for a caller, at most once per `retryPauseMs`: on a full disk every attempt costs a second. */
  async function reopen(): Promise<EngineWorker> {
    const justFailed = lastFailure !== undefined && performance.now() - lastFailure.at < retryPauseMs;
    try {
      if (justFailed && opening === undefined) throw lastFailure?.error;
      return await open();
    } catch (cause) {
      const text = `The database could not be reopened: ${messageOf(cause)}`;
      throw new DatabaseUnavailableError(isDiskFullText(text) ? '53100' : '57P03', text, { cause });
    }
  }

  await open();

  return {
    async connect(events) {
      if (closed) throw new DatabaseUnavailableError('57P03', 'The database is closed.');
      const target = worker ?? (await reopen());
      const connection = nextConnection++;
      connections.set(connection, events);
      return {
        send: (bytes) => submit(target, { kind: 'batch', connection, bytes }),
        end() {
          if (connections.delete(connection)) submit(target, { kind: 'reset', connection });
        },
      };
    },
    async withoutLimit(work) {
      limitLifted += 1;
      try {
        return await work();
      } finally {
        limitLifted -= 1;
      }
    },
    async closeAsSeed() {
      const target = worker ?? (await open());
      closed = true;
      watchdog.stop();
      return new Promise((resolve, reject) => {
        packing = { resolve, reject };
        target.post({ kind: 'close-as-seed' });
      });
    },
    async close() {
      closed = true;
      const last = worker ?? (await opening?.catch(() => undefined));
      watchdog.stop();
      await last?.close();
    },
  };
}
