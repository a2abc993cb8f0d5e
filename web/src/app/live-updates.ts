import type { QueryClient } from '@tanstack/react-query';
import { readEvents } from '../lib/event-stream.ts';
import { isLiveEvent, type LiveEvent, STALE_AFTER } from '../lib/query-keys.ts';

export const POLL_MS = 30_000;
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

interface LiveNeeds {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly queryClient: QueryClient;
  readonly onState: (state: 'live' | 'polling') => void;
}

/** Keeps what is on screen fresh: a stream of events while it works, a look every 30 s while it does not. */
export function startLiveUpdates({ open, queryClient, onState }: LiveNeeds): () => void {
  const stopped = new AbortController();
  let poll: ReturnType<typeof setInterval> | undefined;
  let wait: ReturnType<typeof setTimeout> | undefined;

  const refresh = (events: readonly LiveEvent[]) => {
    const roots = new Set<string>(events.flatMap((event) => STALE_AFTER[event]));
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => roots.has(String(queryKey[0])) });
  };
  const startPolling = () => {
    onState('polling');
    poll ??= setInterval(() => refresh(['attendance', 'notices', 'people']), POLL_MS);
  };
  const stopPolling = () => {
    clearInterval(poll);
    poll = undefined;
  };

  const connect = async (failures: number): Promise<void> => {
    let healthy = false;
    try {
      const response = await open(stopped.signal);
      if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
      healthy = true;
      stopPolling();
      onState('live');
      // Whatever happened while the stream was down is not going to be told again.
      if (failures > 0) refresh(['attendance', 'notices', 'people', 'settings']);
      await readEvents(response.body, ({ name }) => {
        if (isLiveEvent(name)) refresh([name]);
      });
    } catch {
      // A broken stream is expected (a proxy, a restart): polling takes over below.
    }
    if (stopped.signal.aborted) return;
    startPolling();
    const next = healthy ? 1 : failures + 1;
    wait = setTimeout(() => void connect(next), RETRY_MS[Math.min(next - 1, RETRY_MS.length - 1)]);
  };

  void connect(0);
  return () => {
    stopped.abort();
    stopPolling();
    clearTimeout(wait);
  };
}
