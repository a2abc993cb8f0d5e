import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCameraCare, pauseAfter, STALL_MS } from './camera-care.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  let frames = 0;
  let isMoving = true;
  const reopen = vi.fn();
  const care = createCameraCare({ picture: () => frames, reopen, now: () => performance.now() });
  care.start();
  const film = setInterval(() => {
    if (isMoving) frames += 1;
  }, 100);
  return {
    care,
    reopen,
    stall: () => {
      isMoving = false;
    },
    close: () => {
      clearInterval(film);
      care.stop();
    },
  };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a camera', () => {
  it('that runs is left alone, for hours', async () => {
    const { care, reopen, close } = open();
    care.changed('ready');
    await pass(3 * 3_600_000);
    expect(reopen).not.toHaveBeenCalled();
    close();
  });

  it('that stalls is opened again', async () => {
    const { care, reopen, stall, close } = open();
    care.changed('ready');
    await pass(20_000);
    stall();
    await pass(STALL_MS - 1000);
    expect(reopen).not.toHaveBeenCalled();
    await pass(3_000);
    expect(reopen).toHaveBeenCalledOnce();
    close();
  });

  it('that stalls again and again is opened after longer and longer pauses', async () => {
    const { care, reopen, stall, close } = open();
    stall();
    const gaps: number[] = [];
    reopen.mockImplementation(() => care.changed('ready'));
    care.changed('ready');
    let last = performance.now();
    for (let tries = 0; tries < 8; tries++) {
      const before = reopen.mock.calls.length;
      while (reopen.mock.calls.length === before) await pass(500);
      gaps.push(performance.now() - last);
      last = performance.now();
    }
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(gaps[0]).toBeLessThan(7_000);
    expect(gaps.at(-1)).toBeGreaterThan(30_000);
    expect(gaps.at(-1)).toBeLessThan(40_000);
    close();
  });

  it('that is gone is looked for with growing pauses, and at once when one is plugged in', async () => {
    const { care, reopen, close } = open();
    reopen.mockImplementation(() => care.changed('failed'));
    care.changed('failed');
    await pass(1_000);
    expect(reopen).toHaveBeenCalledTimes(1);
    await pass(2_000);
    expect(reopen).toHaveBeenCalledTimes(2);
    await pass(3_999);
    expect(reopen).toHaveBeenCalledTimes(2);
    care.devicesChanged();
    await pass(500);
    expect(reopen).toHaveBeenCalledTimes(3);
    expect([0, 1, 4, 5, 50].map(pauseAfter)).toEqual([1_000, 2_000, 16_000, 30_000, 30_000]);
    close();
  });

  it('that ran well for a minute starts with short pauses again', async () => {
    const { care, reopen, close } = open();
    care.changed('failed');
    await pass(1_000);
    care.changed('failed');
    await pass(2_000);
    care.changed('ready');
    await pass(61_000);
    care.changed('failed');
    await pass(1_000);
    expect(reopen).toHaveBeenCalledTimes(3);
    close();
  });

  it('that nobody allowed is asked for once a minute, and an insecure page never', async () => {
    const { care, reopen, close } = open();
    care.changed('denied');
    await pass(59_000);
    expect(reopen).not.toHaveBeenCalled();
    await pass(1_000);
    expect(reopen).toHaveBeenCalledOnce();
    care.changed('hopeless');
    await pass(600_000);
    expect(reopen).toHaveBeenCalledOnce();
    close();
  });

  it('is not opened after the page was left', async () => {
    const { care, reopen, stall, close } = open();
    care.changed('ready');
    stall();
    await pass(STALL_MS - 500);
    close();
    await pass(60_000);
    expect(reopen).not.toHaveBeenCalled();
  });
});
