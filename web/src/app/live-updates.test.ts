import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { POLL_MS, startLiveUpdates } from './live-updates.ts';

const stream = (text: string) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
      },
    }),
  );

function setUp(open: () => Promise<Response>) {
  const queryClient = new QueryClient();
  for (const root of ['stats', 'notices', 'people']) queryClient.setQueryData([root], 1);
  const states: string[] = [];
  const stop = startLiveUpdates({ open, queryClient, onState: (state) => states.push(state) });
  const isStale = (root: string) => queryClient.getQueryState([root])?.isInvalidated === true;
  return { stop, states, isStale };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live updates', () => {
  it('makes stale exactly what an event is about', async () => {
    const { stop, states, isStale } = setUp(async () => stream('event: attendance\ndata: {}\n\n'));
    await vi.advanceTimersByTimeAsync(50);
    expect(states).toEqual(['live']);
    expect(isStale('stats')).toBe(true);
    expect(isStale('notices')).toBe(false);
    stop();
  });

  it('looks every 30 s while the stream fails, and tries it again', async () => {
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

  it('does nothing more once stopped', async () => {
    const open = vi.fn(async () => Promise.reject(new TypeError('offline')));
    const { stop } = setUp(open);
    await vi.advanceTimersByTimeAsync(10);
    stop();
    const calls = open.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10 * POLL_MS);
    expect(open.mock.calls.length).toBe(calls);
  });
});
