import { EngineBusyError } from '@rollcall/core/faces/face.ports';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobQueue, type JobRunner } from './job-queue.ts';

/** A runner whose jobs the test finishes. */
function manualRunner() {
  const running: { job: string; finish: (result: string) => void; fail: (error: Error) => void }[] = [];
  const runner: JobRunner<string, string> = {
    run: (job) => new Promise((finish, fail) => running.push({ job, finish, fail })),
  };
  return { runner, running };
}

const settled = (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createJobQueue', () => {
  it('refuses a job at once when the queue is full', async () => {
    const { runner } = manualRunner();
    const queue = createJobQueue([runner], { depth: 2, maxWaitMs: 15_000 });
    for (const job of ['running', 'first', 'second']) void queue.add(job);
    const refused = await settled(queue.add('third'));
    expect(refused).toBeInstanceOf(EngineBusyError);
    expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) });
  });

  it('runs jobs in order, one per runner at a time', async () => {
    const [one, other] = [manualRunner(), manualRunner()];
    const queue = createJobQueue([one.runner, other.runner], { depth: 5, maxWaitMs: 15_000 });
    const results = ['a', 'b', 'c', 'd'].map((job) => queue.add(job));
    expect(one.running.length + other.running.length).toBe(2);
    one.running[0]?.finish('done');
    await vi.advanceTimersByTimeAsync(0);
    expect(one.running.map((entry) => entry.job)).toEqual([one.running[0]?.job, 'c']);
    other.running[0]?.finish('done');
    one.running[1]?.finish('done');
    await vi.advanceTimersByTimeAsync(0);
    [...one.running, ...other.running].at(-1)?.finish('done');
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('drops a job that waited too long and never runs it', async () => {
    const { runner, running } = manualRunner();
    const queue = createJobQueue([runner], { depth: 5, maxWaitMs: 15_000 });
    void queue.add('slow');
    const late = settled(queue.add('late'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await late).toBeInstanceOf(EngineBusyError);
    running[0]?.finish('done');
    await vi.advanceTimersByTimeAsync(0);
    expect(running.map((entry) => entry.job)).toEqual(['slow']);
  });

  it('drops a waiting job that was given up, never runs it, and has room for another', async () => {
    const { runner, running } = manualRunner();
    const queue = createJobQueue([runner], { depth: 1, maxWaitMs: 15_000 });
    const giveUp = new AbortController();
    const first = queue.add('running', giveUp.signal);
    const given = settled(queue.add('given up', giveUp.signal));
    giveUp.abort();
    expect(await given).toBeInstanceOf(EngineBusyError);
    expect(queue.load()).toMatchObject({ running: 1, waiting: 0 });
    expect(await settled(queue.add('late', giveUp.signal))).toBeInstanceOf(EngineBusyError);
    const next = queue.add('next');
    running[0]?.finish('done');
    expect(await first).toBe('done');
    running[1]?.finish('done as well');
    expect(await next).toBe('done as well');
    expect(running.map(({ job }) => job)).toEqual(['running', 'next']);
  });

  it('continues after a failed job', async () => {
    const { runner, running } = manualRunner();
    const queue = createJobQueue([runner], { depth: 5, maxWaitMs: 15_000 });
    const [bad, good] = [settled(queue.add('bad')), queue.add('good')];
    running[0]?.fail(new Error('broken image'));
    expect(await bad).toMatchObject({ message: 'broken image' });
    await vi.advanceTimersByTimeAsync(0);
    running[1]?.finish('fine');
    expect(await good).toBe('fine');
  });

  it('refuses waiting jobs when it is closed', async () => {
    const { runner } = manualRunner();
    const queue = createJobQueue([runner], { depth: 5, maxWaitMs: 15_000 });
    void queue.add('running');
    const waiting = settled(queue.add('waiting'));
    queue.close();
    expect(await waiting).toBeInstanceOf(EngineBusyError);
  });
});
