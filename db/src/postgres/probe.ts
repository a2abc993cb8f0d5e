import type pg from 'pg';
import { messageOf } from '../embedded/embedded-errors.ts';
import { watchedClient } from './watched-client.ts';

export type DatabaseState =
  | { readonly state: 'ok' }
  /** Works on something long; requests wait. The embedded database has one connection. */
  | { readonly state: 'busy' }
  /** Answers, but accepts no writes: a replica, or a server after a failover. */
  | { readonly state: 'read_only' }
  | { readonly state: 'away'; readonly reason: string };

const LIMIT_MS = 800;

const TOO_MANY_CONNECTIONS = '53300';

async function ask(on: Pick<pg.Pool, 'query'>): Promise<DatabaseState> {
  const { rows } = await on.query<{ transaction_read_only: string }>('show transaction_read_only');
  return { state: rows[0]?.transaction_read_only === 'on' ? 'read_only' : 'ok' };
}

/**
 * Asks a PostgreSQL server for its state, for health checks. A connection of its own: a busy pool is no reason to
 * call the database away. Where the server has no room for it, the pool is asked, whose connections may work.
 * At most one question is under way; whoever asks meanwhile gets the same answer.
 */
export function createProbe(url: string, pool: Pick<pg.Pool, 'query' | 'totalCount'>) {
  const Client = watchedClient({ connectMs: LIMIT_MS, statementMs: 0 });
  let client: pg.Client | undefined;
  let asking: Promise<DatabaseState> | undefined;

  const drop = () => {
    const dropped = client;
    client = undefined;
    dropped?.end().catch(() => {});
  };

  const connected = async (): Promise<pg.Client> => {
    if (client !== undefined) return client;
    const next = new Client({ connectionString: url, application_name: 'rollcall health' });
    next.on('error', () => {
      if (client === next) drop();
    });
    client = next;
    await next.connect();
    return next;
  };

  const attempt = (): Promise<DatabaseState> =>
    within(LIMIT_MS, connected().then(ask)).catch((error: unknown): DatabaseState => {
      drop();
      return { state: 'away', reason: reasonOf(error) };
    });

  /** A connection kept from the last question may have been lost meanwhile; only a new one proves something. */
  const attemptTwice = async (): Promise<DatabaseState> => {
    const kept = client !== undefined;
    const first = await attempt();
    return kept && first.state === 'away' ? attempt() : first;
  };

  const askPool = createPoolProbe(pool);
  const isFull = (answer: DatabaseState) => answer.state === 'away' && answer.reason === TOO_MANY_CONNECTIONS;
  const askSomewhere = async (): Promise<DatabaseState> => {
    const own = await attemptTwice();
    if (!isFull(own)) return own;
    const ofPool = await askPool();
    // All its connections are in use, and it gets no more of them.
    return isFull(ofPool) && pool.totalCount > 0 ? { state: 'busy' } : ofPool;
  };

  const state = (): Promise<DatabaseState> => {
    asking ??= askSomewhere().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return { state, close: async () => drop() };
}

/** Asks on a connection of a pool. A question that waits is asked once, not by everybody. */
export function createPoolProbe(pool: Pick<pg.Pool, 'query'>) {
  let waiting: Promise<DatabaseState> | undefined;
  return (): Promise<DatabaseState> => {
    waiting ??= ask(pool)
      .catch((error: unknown): DatabaseState => ({ state: 'away', reason: reasonOf(error) }))
      .finally(() => {
        waiting = undefined;
      });
    return within(LIMIT_MS, waiting).catch(() => ({ state: 'busy' }));
  };
}

/** The driver's message, without the address of the server: whoever asks for the health may be anybody. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? messageOf(error) : code;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms);
  });
  work.catch(() => {}); // may fail after the limit, when nobody waits for it any more
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
