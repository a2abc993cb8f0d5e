import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatchdog } from './watchdog.ts';

describe('createWatchdog', () => {
  let lifted = false;
  const onExpired = vi.fn();
  const create = (limitMs = 1000) => createWatchdog({ limitMs, isLifted: () => lifted, onExpired });

  beforeEach(() => {
    lifted = false;
    onExpired.mockReset();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fires once for a statement that exceeds the limit, and not earlier', () => {
    create().started();
    vi.advanceTimersByTime(999);
    expect(onExpired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('does not fire when the statement finishes, and gives the next statement the full limit', () => {
    const watchdog = create();
    watchdog.started();
    vi.advanceTimersByTime(900);
    watchdog.started();
    vi.advanceTimersByTime(900);
    watchdog.stop();
    vi.advanceTimersByTime(5000);
    expect(onExpired).not.toHaveBeenCalled();
  });

  it('does not fire when the answer was queued behind its timer', () => {
    const watchdog = create();
    watchdog.started();
    // Queued before the watchdog's own setImmediate, as a message in the port would be.
    setTimeout(() => setImmediate(() => watchdog.stop()), 999);
    vi.advanceTimersByTime(5000);
    expect(onExpired).not.toHaveBeenCalled();
  });

  it('does not fire while the limit is lifted, and fires once it applies again', () => {
    lifted = true;
    create().started();
    vi.advanceTimersByTime(10_000);
    expect(onExpired).not.toHaveBeenCalled();
    lifted = false;
    vi.advanceTimersByTime(1001);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('never fires with a limit of 0', () => {
    create(0).started();
    vi.advanceTimersByTime(1_000_000);
    expect(onExpired).not.toHaveBeenCalled();
  });
});
