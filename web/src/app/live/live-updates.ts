import type { Query, QueryClient } from '@tanstack/react-query';
import { isLiveEvent, type LiveEvent, STALE_AFTER } from '../../lib/api/query-keys.ts';
import { readEvents } from './event-stream.ts';
import { createRefetchPace } from './refetch-pace.ts';

export const POLL_MS = 30_000;
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];
/** More than two of the server's keep-alives (PING_MS in core/src/events/event-hub.ts). */
export const SILENCE_MS = 60_000;

const ALL_EVENTS = Object.keys(STALE_AFTER) as LiveEvent[]; // its keys are the topics

interface LiveNeeds {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly queryClient: QueryClient;
  readonly onState: (state: 'live' | 'polling') => void;
  /** Called for any data of the stream. */
  readonly onHeard: () => void;
  /** Called when nothing was heard for SILENCE_MS: the connection may be dead. */
  readonly onSilence: () => void;
}

/** Invalidates queries on events of the stream, and every 30 s while there is no stream. Returns the stop function. */
export function startLiveUpdates({ open, queryClient, onState, onHeard, onSilence }: LiveNeeds): () => void {
  let connection = new AbortController();
  let isStopped = false;
  let poll: ReturnType<typeof setInterval> | undefined;
  let wait: ReturnType<typeof setTimeout> | undefined;

  const refresh = (events: readonly LiveEvent[]) => {
    const roots = new Set<string>(events.flatMap((event) => STALE_AFTER[event]));
    const predicate = ({ queryKey }: Query) => roots.has(String(queryKey[0]));
    // An answer that is on its way is awaited: in a rush, one that takes longer than the pace would never arrive. It may
    // be older than the event, so the same is asked for once more.
    const older = new Set(
      queryClient
        .getQueryCache()
        .findAll({ predicate, fetchStatus: 'fetching' })
        .map(({ queryHash }) => queryHash),
    );
    void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false }).then(() => {
      if (isStopped || older.size === 0) return;
      void queryClient.invalidateQueries(
        { predicate: ({ queryHash }) => older.has(queryHash) },
        { cancelRefetch: false },
      );
    });
  };
  const pace = createRefetchPace<LiveEvent>(refresh);
  const startPolling = () => {
    onState('polling');
    poll ??= setInterval(() => refresh(['attendance', 'notices', 'people']), POLL_MS);
  };
  const stopPolling = () => {
    clearInterval(poll);
    poll = undefined;
  };

  const connect = async (failures: number): Promise<void> => {
    connection = new AbortController();
    const watchdog = startWatchdog(connection, onSilence);
    let healthy = false;
    try {
      const response = await open(connection.signal);
      if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
      healthy = true;
      stopPolling();
      onState('live');
      // Events that happened while the stream was down are not sent again.
      if (failures > 0) for (const event of ALL_EVENTS) pace.add(event);
      await readEvents(response.body, {
        signal: connection.signal,
        onData: () => {
          watchdog.restart();
          onHeard();
        },
        onEvent: ({ event = '' }) => {
          if (isLiveEvent(event)) pace.add(event);
        },
      });
    } catch {
      // Expected when a proxy or the server closes the stream: polling takes over below.
    }
    watchdog.stop();
    if (isStopped) return;
    startPolling();
    const next = healthy ? 1 : failures + 1;
    const delay = RETRY_MS[Math.min(next - 1, RETRY_MS.length - 1)] ?? 0;
    // All pages lose a restarted server at once, and should not all come back at once.
    wait = setTimeout(() => void connect(next), delay * (1 + Math.random() / 2));
  };

  void connect(0);
  return () => {
    isStopped = true;
    connection.abort();
    stopPolling();
    clearTimeout(wait);
    pace.stop();
  };
}

/**
 * Aborts a connection on which nothing arrives for SILENCE_MS. A network change or a sleeping machine leaves such
 * connections behind: they never fail by themselves.
 */
function startWatchdog(connection: AbortController, onSilence: () => void) {
  const abort = () => {
    connection.abort(new Error('The event stream is silent.'));
    onSilence();
  };
  let timer = setTimeout(abort, SILENCE_MS);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
