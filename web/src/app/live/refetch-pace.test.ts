import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefetchPace, PAUSE_MS, SPREAD_MS } from './refetch-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createRefetchPace', () => {
  it('spreads the refetch of one change over all pages', () => {
    const at: number[] = [];
    for (let page = 0; page < 300; page += 1) {
      const pace = createRefetchPace(
        () => at.push(Date.now()),
        () => page / 300,
      );
      pace.add('notices');
    }
    const start = Date.now();
    vi.advanceTimersByTime(SPREAD_MS);
    expect(at).toHaveLength(300);
    const perTenth = Array.from({ length: 10 }, (_, tenth) =>
      at.filter((time) => Math.floor((time - start) / (SPREAD_MS / 10)) === tenth),
    );
    expect(Math.max(...perTenth.map((times) => times.length))).toBeLessThanOrEqual(31);
  });

  it('refetches a burst of changes once, with every topic once', () => {
    const refetch = vi.fn();
    const pace = createRefetchPace(refetch, () => 0.5);
    for (let change = 0; change < 50; change += 1) pace.add(change % 2 === 0 ? 'attendance' : 'notices');
    vi.advanceTimersByTime(SPREAD_MS);
    expect(refetch.mock.calls).toEqual([[['attendance', 'notices']]]);
  });

  it('pauses between refetches and forgets nothing meanwhile', () => {
    const refetch = vi.fn();
    const pace = createRefetchPace(refetch, () => 0);
    pace.add('attendance');
    vi.advanceTimersByTime(0);
    pace.add('people');
    vi.advanceTimersByTime(PAUSE_MS - 1);
    expect(refetch).toHaveBeenCalledTimes(1);
    // Once for the end of the pause, once for the spread.
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(1);
    expect(refetch.mock.calls).toEqual([[['attendance']], [['people']]]);
    vi.advanceTimersByTime(10 * PAUSE_MS);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it('does nothing once stopped', () => {
    const refetch = vi.fn();
    const pace = createRefetchPace(refetch, () => 0.5);
    pace.add('attendance');
    pace.stop();
    vi.advanceTimersByTime(10 * PAUSE_MS);
    expect(refetch).not.toHaveBeenCalled();
  });
});
