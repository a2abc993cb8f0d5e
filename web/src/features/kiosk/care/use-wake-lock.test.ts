import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWakeLock } from './use-wake-lock.ts';

/** A lock that the browser can take back. */
class Lock extends EventTarget {
  released = false;
  release = vi.fn(async () => {
    this.released = true;
    this.dispatchEvent(new Event('release'));
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const locks: Lock[] = [];
  let refusal: Error | null = null;
  const request = vi.fn(async () => {
    if (refusal) throw refusal;
    const lock = new Lock();
    locks.push(lock);
    return lock as unknown as WakeLockSentinel; // the part that is used
  });
  const page = Object.assign(new EventTarget(), { hidden: false });
  const lock = createWakeLock(page as unknown as Document, { request } as unknown as WakeLock);
  const show = (isShown: boolean) => {
    page.hidden = !isShown;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const refuse = (error: Error | null) => {
    refusal = error;
  };
  return { lock, locks, request, show, refuse };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the screen', () => {
  it('is kept on, and again when the browser took the lock back', async () => {
    const { lock, locks, request } = open();
    lock.start();
    await settle();
    expect(lock.isHeld()).toBe(true);
    await locks[0]?.release();
    await settle();
    expect([request.mock.calls.length, lock.isHeld()]).toEqual([2, true]);
  });

  it('is asked for when the page is shown, not while it is hidden', async () => {
    const { lock, locks, request, show } = open();
    lock.start();
    await settle();
    show(false);
    await locks[0]?.release();
    await settle();
    expect([request.mock.calls.length, lock.isHeld()]).toEqual([1, false]);
    show(true);
    await settle();
    expect([request.mock.calls.length, lock.isHeld()]).toEqual([2, true]);
    show(true);
    await settle();
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('that the browser refuses is asked for again later', async () => {
    const { lock, request, refuse } = open();
    refuse(new DOMException('low battery', 'NotAllowedError'));
    lock.start();
    await settle();
    expect(lock.isHeld()).toBe(false);
    refuse(null);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([request.mock.calls.length, lock.isHeld()]).toEqual([2, true]);
  });

  it('may sleep when the page is left', async () => {
    const { lock, locks, request } = open();
    lock.start();
    await settle();
    lock.stop();
    await settle();
    expect(locks[0]?.release).toHaveBeenCalledOnce();
    expect([request.mock.calls.length, lock.isHeld()]).toEqual([1, false]);
  });
});
