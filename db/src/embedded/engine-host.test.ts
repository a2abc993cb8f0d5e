import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngineHost } from './engine-host.ts';
import type { EngineWorker, StartWorker } from './engine-worker.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Stands in for the thread, so that the moments that matter can be chosen. */
function createFakeWorkers() {
  const started: { events: Parameters<StartWorker>[0]; received: ToWorker[]; stopped: boolean }[] = [];
  const failures: Error[] = [];
  const start: StartWorker = async (events) => {
    const failure = failures.shift();
    if (failure) throw failure;
    const state = { events, received: [] as ToWorker[], stopped: false };
    started.push(state);
    const worker: EngineWorker = {
      post: (message) => state.received.push(message),
      close: async () => {},
      stop: async () => {
        state.stopped = true;
      },
    };
    return worker;
  };
  return { started, failures, start };
}

describe('the host of the database thread', () => {
  const done = (session: number): FromWorker => ({ kind: 'data', session, bytes: undefined, done: true });
  const batch = Buffer.from('Q');
  let workers: ReturnType<typeof createFakeWorkers>;
  const onRestart = vi.fn();
  const log = vi.fn();
  const begin = () =>
    startEngineHost({ startWorker: workers.start, statementTimeoutMs: 1000, onRestart, log });

  beforeEach(() => {
    workers = createFakeWorkers();
    onRestart.mockReset();
    log.mockReset();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('still limits the next statement when the ended one answered too late', async () => {
    const host = await begin();
    const lost = vi.fn();
    const first = await host.connect({ onData: () => {}, onLost: lost });
    first.send(batch);
    await vi.advanceTimersByTimeAsync(1100);
    expect(lost).toHaveBeenCalledWith(expect.objectContaining({ code: '57014' }));
    expect(workers.started[0]?.stopped).toBe(true);
    workers.started[0]?.events.onMessage(done(1));

    const second = await host.connect({ onData: () => {}, onLost: lost });
    second.send(batch);
    await vi.advanceTimersByTimeAsync(1100);
    expect(onRestart).toHaveBeenCalledTimes(2);
  });

  it('does not take the end of a thread it gave up for the end of the new one', async () => {
    const host = await begin();
    (await host.connect({ onData: () => {}, onLost: () => {} })).send(batch);
    await vi.advanceTimersByTimeAsync(1100);
    workers.started[0]?.events.onExit('ended');
    expect(onRestart).toHaveBeenCalledTimes(1);
    expect(workers.started).toHaveLength(2);
  });

  it('cleans the session up when its client goes, and hands its late answers to nobody', async () => {
    const host = await begin();
    const onData = vi.fn();
    const session = await host.connect({ onData, onLost: () => {} });
    session.send(batch);
    session.end();
    session.end();
    expect(workers.started[0]?.received.map((message) => message.kind)).toEqual(['batch', 'reset']);
    workers.started[0]?.events.onMessage({ kind: 'data', session: 1, bytes: batch, done: true });
    expect(onData).not.toHaveBeenCalled();
  });

  it('tries again to reopen, but not for every caller of the same second', async () => {
    const host = await begin();
    workers.failures.push(new Error('disk full'), new Error('disk full'));
    workers.started[0]?.events.onExit('out of memory');
    await vi.advanceTimersByTimeAsync(1);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
    const connect = () => host.connect({ onData: () => {}, onLost: () => {} });
    await expect(connect()).rejects.toMatchObject({ code: '57P03' });
    expect(workers.failures).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1001);
    await expect(connect()).rejects.toMatchObject({ code: '57P03' });
    await vi.advanceTimersByTimeAsync(1001);
    await expect(connect()).resolves.toBeDefined();
  });
});
