import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { POLL_MS, SILENCE_MS, startLiveUpdates } from './live-updates.ts';
import { SPREAD_MS } from './refetch-pace.ts';

const KEEP_ALIVE_MS = 25_000;

/** A response whose stream sends the text and stays open. */
const stream = (text: string) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
      },
    }),
  );

function setUp(open: (signal: AbortSignal) => Promise<Response>) {
  const queryClient = new QueryClient();
  for (const root of ['stats', 'notices', 'people']) queryClient.setQueryData([root], 1);
  const states: string[] = [];
  const onHeard = vi.fn();
  const onSilence = vi.fn();
  const onState = (state: string) => states.push(state);
  const stop = startLiveUpdates({ open, queryClient, onState, onHeard, onSilence });
  const isStale = (root: string) => queryClient.getQueryState([root])?.isInvalidated === true;
  return { stop, states, isStale, onHeard, onSilence };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live updates', () => {
  it('invalidates the queries that an event concerns, and no others', async () => {
    const { stop, states, isStale } = setUp(async () => stream('event: attendance\ndata: {}\n\n'));
    await vi.advanceTimersByTimeAsync(50 + SPREAD_MS);
    expect(states).toEqual(['live']);
    expect(isStale('stats')).toBe(true);
    expect(isStale('notices')).toBe(false);
    stop();
  });

  it('does not abort an answer that is on its way, and asks once more when it is there', async () => {
    const queryClient = new QueryClient();
    const signals: AbortSignal[] = [];
    let answer: () => void = () => undefined;
    const observer = new QueryObserver(queryClient, {
      queryKey: ['stats'],
      queryFn: ({ signal }) => {
        signals.push(signal);
        return new Promise<number>((resolve) => {
          answer = () => resolve(signals.length);
        });
      },
    });
    const leave = observer.subscribe(() => undefined);
    const ignore = () => undefined;
    const open = async () => stream('event: attendance\ndata: {}\n\n');
    const stop = startLiveUpdates({ open, queryClient, onState: ignore, onHeard: ignore, onSilence: ignore });
    await vi.advanceTimersByTimeAsync(50 + SPREAD_MS);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    answer();
    await vi.advanceTimersByTimeAsync(50);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    stop();
    leave();
  });

  it('refetches people after a face was registered elsewhere', async () => {
    const { stop, isStale } = setUp(async () => stream('event: faces\ndata: {}\n\n'));
    await vi.advanceTimersByTimeAsync(50 + SPREAD_MS);
    expect(isStale('people')).toBe(true);
    expect(isStale('stats')).toBe(false);
    stop();
  });

  it('polls every 30 s while the stream fails, and tries to open it again', async () => {
    const open = vi.fn(async () => new Response('', { status: 404 }));
    const { stop, states, isStale } = setUp(open);
    await vi.advanceTimersByTimeAsync(10);
    expect(states).toContain('polling');
    expect(isStale('notices')).toBe(false);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(isStale('notices')).toBe(true);
    expect(open.mock.calls.length).toBeGreaterThan(1);
    stop();
  });

  it('closes a stream that is silent for a minute, says so, and opens it again', async () => {
    const signals: AbortSignal[] = [];
    const { stop, states, onHeard, onSilence } = setUp(async (signal) => {
      signals.push(signal);
      return stream(': connected\n\n');
    });
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1000);
    expect(states).toEqual(['live']);
    expect(onHeard).toHaveBeenCalledOnce();
    expect(onSilence).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(states).toEqual(['live', 'polling']);
    expect(onSilence).toHaveBeenCalledOnce();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(states).toEqual(['live', 'polling', 'live']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    stop();
  });

  it('gives up a request that is not answered within a minute', async () => {
    const open = vi.fn(
      (signal: AbortSignal) =>
        new Promise<Response>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const { stop, states } = setUp(open);
    await vi.advanceTimersByTimeAsync(SILENCE_MS + 3000);
    expect(states).toEqual(['polling']);
    expect(open).toHaveBeenCalledTimes(2);
    stop();
  });

  it('keeps a stream open on which keep-alives arrive', async () => {
    const keptAlive = new ReadableStream({
      async start(controller) {
        for (let sent = 0; sent < 20; sent++) {
          controller.enqueue(new TextEncoder().encode(': still here\n\n'));
          await new Promise((next) => setTimeout(next, KEEP_ALIVE_MS));
        }
      },
    });
    const open = vi.fn(async () => new Response(keptAlive));
    const { stop, states } = setUp(open);
    await vi.advanceTimersByTimeAsync(20 * KEEP_ALIVE_MS);
    expect(states).toEqual(['live']);
    expect(open).toHaveBeenCalledOnce();
    stop();
  });

  it('neither polls nor reconnects once stopped', async () => {
    const open = vi.fn(async () => Promise.reject(new TypeError('offline')));
    const { stop } = setUp(open);
    await vi.advanceTimersByTimeAsync(10);
    stop();
    const calls = open.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10 * POLL_MS);
    expect(open.mock.calls.length).toBe(calls);
  });
});
