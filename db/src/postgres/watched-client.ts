import pg from 'pg';

export interface ConnectionLimits {
  /** Time for a new connection: TCP, TLS and sign-in. */
  readonly connectMs: number;
  /** Time limit of one statement, kept by PostgreSQL; 0 means none. */
  readonly statementMs: number;
}

/** A connection that does not close politely within this time is cut. */
const CLOSE_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

const SETS_LIMIT = /^\s*set (local )?statement_timeout (?:=|to) '?(\d+)(ms|s|min)?'?\s*;?\s*$/i;
const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, min: 60_000 };

/** The connection was cut because the server did not answer. PostgreSQL's code for a lost connection. */
export class SilentConnectionError extends Error {
  override readonly name = 'SilentConnectionError';
  readonly code = '08006';
  constructor(ms: number) {
    super(`The database did not answer for ${Math.round(ms / 1000)} s; its connection was closed.`);
  }
}

/**
 * Creates a client class for `pg.Pool` or for use alone that notices a connection on which nothing arrives any more
 * (failover, a firewall that forgot it): TCP keep-alive while it is idle, a limit of silence while a query runs. The
 * connection is then destroyed, its queries fail and the pool opens another one.
 *
 * pg's own `query_timeout` fails the query but keeps the connection, on which ROLLBACK and the next caller hang again.
 */
export function watchedClient(limits: ConnectionLimits): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    /** The limit of the session, and that of the transaction under way. */
    #sessionMs = limits.statementMs;
    #silenceMs = silenceFor(limits.statementMs);
    #timer: NodeJS.Timeout | undefined;
    #watching = false;

    constructor(config?: string | pg.ClientConfig) {
      super({
        ...(typeof config === 'string' ? { connectionString: config } : config),
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        connectionTimeoutMillis: limits.connectMs,
      });
      // The overloads of `query` cannot be written down twice; its arguments pass through unchanged.
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      this.query = ((...args: unknown[]) => {
        this.#begin(args[0]);
        return query(...args);
      }) as pg.Client['query'];
      const end = this.end.bind(this);
      this.end = ((done?: (error: Error) => void) => {
        this.#stop();
        setTimeout(() => this.connection.stream.destroy(), CLOSE_MS).unref();
        return done ? end(done) : end();
      }) as pg.Client['end'];
      this.on('drain', () => this.#stop());
      this.on('end', () => this.#stop());
    }

    /** Starts watching with the first of the queries in flight, and follows changes of the statement limit. */
    #begin(query: unknown): void {
      // A limit set for a transaction ends with it.
      if (!this.#watching && this.getTransactionStatus() === 'I')
        this.#silenceMs = silenceFor(this.#sessionMs);
      const changed = changedLimit(query);
      if (changed !== undefined) this.#silenceMs = silenceFor(changed.ms);
      if (changed?.isLocal === false) this.#sessionMs = changed.ms;
      if (this.#watching) return;
      this.#watching = true;
      this.connection.stream.on('data', this.#heard);
      this.#heard();
    }

    readonly #heard = (): void => {
      // The last answer stops the watch and still reaches this listener: nothing is expected any more.
      if (!this.#watching) return;
      clearTimeout(this.#timer);
      const ms = this.#silenceMs;
      if (ms > 0)
        this.#timer = setTimeout(
          () => this.connection.stream.destroy(new SilentConnectionError(ms)),
          ms,
        ).unref();
    };

    #stop(): void {
      clearTimeout(this.#timer);
      this.#watching = false;
      this.connection.stream.off('data', this.#heard);
    }
  };
}

/** PostgreSQL cancels a statement at its limit; a server that is still silent half a limit later is gone. */
function silenceFor(statementMs: number): number {
  return statementMs === 0 ? 0 : statementMs + Math.min(5000, Math.max(500, statementMs / 2));
}

/** The statement limit that a query sets for its session, or for its transaction (`set local statement_timeout = …`). */
function changedLimit(query: unknown): { readonly ms: number; readonly isLocal: boolean } | undefined {
  const text = typeof query === 'string' ? query : textOf(query);
  if (text === undefined || !text.includes('statement_timeout')) return undefined;
  const [, local, amount, unit] = SETS_LIMIT.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return { ms: Number(amount) * (UNIT_MS[unit ?? 'ms'] ?? 1), isLocal: local !== undefined };
}

const textOf = (query: unknown): string | undefined =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : undefined;
