import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngineHost } from './engine-host.ts';
import type { EngineWorker, FromWorker, StartWorker, ToWorker } from './engine-worker.ts';

/** Fake worker threads, whose messages and exits the test triggers. */
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

describe('startEngineHost', () => {
  const done = (connection: number): FromWorker => ({
    kind: 'data',
    connection,
    bytes: undefined,
    done: true,
  });
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

  it('applies the time limit to the next statement when the terminated worker answers late', async () => {
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

  it('ignores the exit of a terminated worker after the next one has started', async () => {
    const host = await begin();
    (await host.connect({ onData: () => {}, onLost: () => {} })).send(batch);
    await vi.advanceTimersByTimeAsync(1100);
    workers.started[0]?.events.onExit('ended');
    expect(onRestart).toHaveBeenCalledTimes(1);
    expect(workers.started).toHaveLength(2);
  });

  it('resets the connection when its client disconnects, and drops its late answers', async () => {
    const host = await begin();
    const onData = vi.fn();
    const connection = await host.connect({ onData, onLost: () => {} });
    connection.send(batch);
    connection.end();
    connection.end();
    expect(workers.started[0]?.received.map((message) => message.kind)).toEqual(['batch', 'reset']);
    workers.started[0]?.events.onMessage({ kind: 'data', connection: 1, bytes: batch, done: true });
    expect(onData).not.toHaveBeenCalled();
  });

  it('retries reopening at most once per second', async () => {
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
  it('reports a full disk as such, when it stops the database and when it keeps it from reopening', async () => {
    const host = await begin();
    const lost = vi.fn();
    await host.connect({ onData: () => {}, onLost: lost });
    const stderr = ['PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device'];
    workers.failures.push(new Error(`The database did not open. Postgres said: ${stderr[0]}`));
    workers.started[0]?.events.onMessage({ kind: 'crashed', message: 'exit status 134', stderr });
    expect(lost).toHaveBeenCalledWith(expect.objectContaining({ code: '53100' }));
    await vi.advanceTimersByTimeAsync(1);
    const connect = host.connect({ onData: () => {}, onLost: () => {} });
    await expect(connect).rejects.toMatchObject({ code: '53100' });
  });
});
