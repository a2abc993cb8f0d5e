import { createContext, useContext } from 'react';
import { now } from '../../lib/format/dates.ts';

/** While the server is out of reach it is asked this often whether it is back. */
export const PROBE_MS = 5_000;
/** A probe without an answer after this time counts as failed: a dead network often drops requests silently. */
const PROBE_LIMIT_MS = 10_000;

/** Answers of a proxy whose server does not answer. A 503 of the server itself (maintenance) is an answer. */
const OUT_OF_REACH = [502, 504];

/** The server does not answer since `since`; what the pages show is as of `heardAt`. */
export interface Outage {
  readonly since: Date;
  readonly heardAt: Date | null;
}

/**
 * Knows whether the server answers, from every call that goes through `watch` and from the event stream. While it
 * does not, it is probed; the first answer ends the outage and calls `onReturn`.
 */
export function createConnection(through: typeof fetch, base: string) {
  let outage: Outage | null = null;
  let heardAt: Date | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  const returned = new Set<() => void>();
  const set = (next: Outage | null) => {
    outage = next;
    for (const listener of listeners) listener();
  };

  /** Any sign of life: an answer, or data on the event stream. */
  const heard = () => {
    heardAt = now();
    if (!outage) return;
    clearInterval(timer);
    set(null);
    for (const listener of returned) listener();
  };
  const failed = () => {
    if (outage) return;
    set({ since: now(), heardAt });
    timer = setInterval(() => void check(), PROBE_MS);
  };
  const note = (response: Response) => (OUT_OF_REACH.includes(response.status) ? failed() : heard());

  /** Asks the server for a sign of life, e.g. because the browser believes that it is offline. */
  const check = async (): Promise<void> => {
    try {
      note(await through(`${base}/api/health`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }));
    } catch {
      failed();
    }
  };

  const watch: typeof fetch = async (input, init) => {
    try {
      const response = await through(input, init);
      note(response);
      return response;
    } catch (cause) {
      // Whoever gave up waiting learned nothing about the server.
      if (!isAborted(cause, init)) failed();
      throw cause;
    }
  };

  return {
    watch,
    heard,
    check,
    outage: (): Outage | null => outage,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    onReturn(listener: () => void): () => void {
      returned.add(listener);
      return () => returned.delete(listener);
    },

    /** The browser's events are hints: a server on the same machine answers without a network. */
    followBrowser(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
      const ask = () => void check();
      target.addEventListener('offline', ask);
      target.addEventListener('online', ask);
      return () => {
        target.removeEventListener('offline', ask);
        target.removeEventListener('online', ask);
        clearInterval(timer);
      };
    },
  };
}

const isAborted = (cause: unknown, init: RequestInit | undefined): boolean =>
  init?.signal?.aborted === true || (cause instanceof DOMException && cause.name === 'AbortError');

export type Connection = ReturnType<typeof createConnection>;

export const ConnectionContext = createContext<Connection | null>(null);

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('ConnectionContext is missing.');
  return connection;
}
