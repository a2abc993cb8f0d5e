import { DatabaseUnavailableError } from './embedded-errors.ts';
import { type EngineWorker, type StartWorker, startFailure } from './engine-worker.ts';
import { createWatchdog } from './watchdog.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

export interface SessionEvents {
  onData(bytes: Uint8Array): void;
  onLost(error: Error): void;
}

export interface EngineSession {
  send(batch: Uint8Array): void;
  end(): void;
}

export interface RestartReport {
  readonly reason: 'timeout' | 'crash';
  readonly error: DatabaseUnavailableError;
}

export interface EngineHost {
  /** Waits while the database is being (re)opened. */
  connect(events: SessionEvents): Promise<EngineSession>;
  withoutLimit<T>(work: () => Promise<T>): Promise<T>;
  /** Closes it, and hands over what it was. In memory only. */
  closeAsSeed(): Promise<Uint8Array>;
  close(): Promise<void>;
}

const retryPauseMs = 1000;

/** Keeps one worker running: routes its answers, ends it when it hangs, opens the next when it is gone. */
export async function startEngineHost(needs: {
  startWorker: StartWorker;
  statementTimeoutMs: number;
  onRestart: (report: RestartReport) => void;
  log: (message: string) => void;
}): Promise<EngineHost> {
  const sessions = new Map<number, SessionEvents>();
  let nextSession = 1;
  let inFlight = 0;
  let lifted = 0;
  let closed = false;
  let packing: { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void } | undefined;

  const watchdog = createWatchdog({
    limitMs: needs.statementTimeoutMs,
    isLifted: () => lifted > 0,
    onExpired: () =>
      lose('timeout', '57014', `A statement ran longer than ${needs.statementTimeoutMs} ms and was ended.`),
  });

  let worker: EngineWorker | undefined;
  let opening: Promise<EngineWorker> | undefined;
  let lastFailure: { error: unknown; at: number } | undefined;
  let generation = 0;

  function open(previous?: EngineWorker): Promise<EngineWorker> {
    opening ??= (previous?.stop() ?? Promise.resolve())
      .then(() => needs.startWorker(listenToThisOne()))
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

  /** A worker that was given up may still have answers under way; they must not be counted as the next one's. */
  function listenToThisOne(): Parameters<StartWorker>[0] {
    generation += 1;
    const mine = generation;
    return {
      onMessage: (message) => mine === generation && onMessage(message),
      onExit: (message) => mine === generation && lose('crash', '57P02', message),
    };
  }

  function lose(reason: RestartReport['reason'], code: '57014' | '57P02', message: string): void {
    const lost = worker;
    packing?.reject(new DatabaseUnavailableError(code, message));
    if (lost === undefined || closed) return;
    worker = undefined;
    generation += 1;
    inFlight = 0;
    watchdog.stop();
    const error = new DatabaseUnavailableError(code, `${message} The database is being reopened.`);
    // The next worker must not touch the folder before this one is gone, hence the order inside `open`.
    open(lost).catch((failure: unknown) =>
      needs.log(`The database could not be reopened: ${textOf(failure)}`),
    );
    const clients = [...sessions.values()];
    sessions.clear();
    for (const client of clients) client.onLost(error);
    needs.onRestart({ reason, error });
  }

  function onMessage(message: FromWorker): void {
    if (message.kind === 'seed') packing?.resolve(message.bytes);
    if (message.kind === 'crashed') {
      lose('crash', '57P02', startFailure('The database stopped', message.message, message.stderr));
    }
    if (message.kind !== 'data') return;
    if (message.bytes) sessions.get(message.session)?.onData(message.bytes);
    if (!message.done) return;
    inFlight -= 1;
    if (inFlight > 0) watchdog.started();
    else watchdog.finished();
  }

  function submit(target: EngineWorker, message: ToWorker): void {
    // Of a worker that was lost, the session has been told so.
    if (target !== worker) return;
    inFlight += 1;
    if (inFlight === 1) watchdog.started();
    target.post(message);
  }

  /** For the calls that come while it is down. On a full disk each try would cost them all a second. */
  async function reopen(): Promise<EngineWorker> {
    const justFailed = lastFailure !== undefined && performance.now() - lastFailure.at < retryPauseMs;
    try {
      if (justFailed && opening === undefined) throw lastFailure?.error;
      return await open();
    } catch (cause) {
      throw new DatabaseUnavailableError('57P03', `The database could not be reopened: ${textOf(cause)}`, {
        cause,
      });
    }
  }

  await open();

  return {
    async connect(events) {
      if (closed) throw new DatabaseUnavailableError('57P03', 'The database is closed.');
      const target = worker ?? (await reopen());
      const session = nextSession++;
      sessions.set(session, events);
      return {
        send: (bytes) => submit(target, { kind: 'batch', session, bytes }),
        end() {
          if (sessions.delete(session)) submit(target, { kind: 'reset', session });
        },
      };
    },
    async withoutLimit(work) {
      lifted += 1;
      try {
        return await work();
      } finally {
        lifted -= 1;
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

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
