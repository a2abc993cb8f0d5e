import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobRunner } from './job-runner.ts';
import type { JobRepository } from './jobs.ports.ts';
import type { Job } from './jobs.types.ts';

/** The timers of the runner; what it does with a database is tested in api/src/jobs. */
const SECOND = 1000;
let due: Job[];
let calls: string[];
let held: number[] | Promise<number[]> | 'unreachable';
let renewed: (readonly number[])[];
let hasFiles = true;
/** Set to make `succeed` fail. */
let succeedFails: Error | null;
beforeEach(() => {
  due = [];
  calls = [];
  held = [1];
  renewed = [];
  succeedFails = null;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const job = (kind: string): Job => ({
  id: 1,
  kind,
  key: '',
  state: 'running',
  owner: 'A',
  attempts: 1,
  failures: 0,
  done: 0,
  total: 0,
  input: null,
  cursor: null,
  problem: null,
  problemCode: null,
});

function open({ isAlone = true } = {}) {
  const noted =
    (name: string) =>
    async (...args: unknown[]): Promise<void> =>
      void calls.push(args.length === 0 ? name : `${name} ${JSON.stringify(args.at(-1))}`);
  const repository = {
    ensurePeriodic: async () => {},
    shortenLeases: async () => {},
    failAbandoned: async () => {},
    endLeasesOfOthers: noted('endLeases'),
    claim: async (kinds: readonly string[]) => {
      calls.push('claim');
      const [next] = due;
      if (!next || !kinds.includes(next.kind)) return null;
      due = due.slice(1);
      return next;
    },
    renew: async (ids: readonly number[]) => {
      calls.push('renew');
      renewed.push(ids);
      if (held === 'unreachable') throw new Error('no database');
      return held;
    },
    holds: async () => held !== 'unreachable' && (await held).includes(1),
    succeed: (...args: unknown[]) =>
      succeedFails ? Promise.reject(succeedFails) : noted('succeed')(...args),
    add: async ({ kind }: { kind: string }) => {
      // The row is committed, and claimed by a look for work that was under way, before the answer arrives.
      due.push(job(kind));
      runner.wake();
      await new Promise((go) => setTimeout(go, 5));
      return 1;
    },
    fail: noted('fail'),
    handBack: async () => void calls.push('handBack'),
  } as unknown as JobRepository; // the runner calls nothing else here
  const runner = createJobRunner({
    repos: { jobs: repository },
    server: { id: 'A', isAlone },
    beforeClaims: async () => {},
    isPaused: async () => false,
    hasFiles: () => hasFiles,
  });
  return runner;
}
const claims = () => calls.filter((call) => call === 'claim').length;

describe('the job runner', () => {
  it('looks for work a minute after the start, then every ten seconds, and not after it was stopped', async () => {
    const runner = open();
    runner.definePeriodic([{ kind: 'x', name: 'X', everyMs: 60 * SECOND, run: async () => null }]);
    await runner.start();
    expect(calls).toEqual(['endLeases "A"']);
    await vi.advanceTimersByTimeAsync(59 * SECOND);
    expect(claims()).toBe(0);
    await vi.advanceTimersByTimeAsync(21 * SECOND);
    expect(claims()).toBe(3);
    await runner.stop();
    calls = [];
    await vi.advanceTimersByTimeAsync(600 * SECOND);
    expect(calls).toEqual([]);
  });

  it('renews the lease while a job runs, does not begin it twice, and stops renewing afterwards', async () => {
    const runner = open();
    let release = () => {};
    let runs = 0;
    const run = () => {
      runs += 1;
      return new Promise<void>((go) => {
        release = go;
      });
    };
    runner.definePeriodic([{ kind: 'x', name: 'X', everyMs: 60 * SECOND, run }]);
    await runner.start();
    due = [job('x'), job('x')];
    await vi.advanceTimersByTimeAsync(121 * SECOND);
    expect(runs).toBe(1);
    expect(calls.filter((call) => call === 'renew')).toHaveLength(3);
    due = [];
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.filter((call) => call.startsWith('succeed'))).toEqual([
      'succeed {"result":null,"againInMs":60000}',
    ]);
    calls = [];
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(calls).not.toContain('renew');
    await runner.stop();
  });

  it('interrupts a job whose lease it has lost, and writes nothing about it', async () => {
    const runner = open();
    let ended: unknown = null;
    runner.define({
      kind: 'x',
      name: 'X',
      run: async (_input, { pause }) => {
        ended = await pause(3600 * SECOND).catch((error: unknown) => error);
        throw ended;
      },
    });
    await runner.start();
    due = [job('x')];
    await vi.advanceTimersByTimeAsync(61 * SECOND);
    held = [];
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(ended).toMatchObject({ message: 'The lease was lost.' });
    expect(calls.filter((call) => call.startsWith('fail') || call.startsWith('succeed'))).toEqual([]);
    await runner.stop();
  });

  /** Starts a job that pauses until it is interrupted; answers how it ended. */
  const startHanging = async (runner: ReturnType<typeof open>) => {
    const ended: unknown[] = [];
    runner.define({
      kind: 'x',
      name: 'X',
      run: (_, { pause }) => pause(3600 * SECOND).catch((error: unknown) => ended.push(error)),
    });
    await runner.start();
    due = [job('x')];
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    return ended;
  };

  const stopAtOnce = async (runner: ReturnType<typeof open>) => {
    const stopped = runner.stop(0);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    await stopped;
  };

  it('interrupts its jobs when no lease could be renewed for as long as a lease lasts', async () => {
    const runner = open({ isAlone: false });
    const ended = await startHanging(runner);
    held = 'unreachable';
    await vi.advanceTimersByTimeAsync(59 * SECOND);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(ended).toMatchObject([{ message: 'The lease was lost.' }]);
    await runner.stop();
  });

  it('goes on for as long as the database is slow where no other server can take over', async () => {
    const runner = open();
    const ended = await startHanging(runner);
    held = 'unreachable';
    await vi.advanceTimersByTimeAsync(600 * SECOND);
    expect(ended).toEqual([]);
    await stopAtOnce(runner);
  });

  it('goes on while every other renewal fails', async () => {
    const runner = open({ isAlone: false });
    const ended = await startHanging(runner);
    for (let round = 0; round < 4; round += 1) {
      held = 'unreachable';
      await vi.advanceTimersByTimeAsync(20 * SECOND);
      held = [1];
      await vi.advanceTimersByTimeAsync(20 * SECOND);
    }
    expect(ended).toEqual([]);
    await stopAtOnce(runner);
  });

  it('does not renew what nothing works on, nor interrupt a job that was claimed during the question', async () => {
    const runner = open();
    const ended = await startHanging(runner);
    let answer = (_: number[]) => {};
    held = new Promise((go) => {
      answer = go;
    }); // the answer of a slow database
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    runner.define({ kind: 'y', name: 'Y', run: (_, { pause }) => pause(3600 * SECOND) });
    due = [{ ...job('y'), id: 2 }];
    runner.wake();
    await vi.advanceTimersByTimeAsync(0);
    answer([1]);
    held = [1, 2];
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(renewed.slice(0, 2)).toEqual([[1], [1, 2]]);
    held = [2]; // another server has the first one
    await vi.advanceTimersByTimeAsync(40 * SECOND);
    expect(ended).toHaveLength(1);
    expect(renewed.at(-1)).toEqual([2]);
    await stopAtOnce(runner);
  });

  it('gives the answer of finished work although its row could not be written', async () => {
    const runner = open();
    const logged: string[] = [];
    runner.reportTo((name, error) => logged.push(`${name}: ${String(error)}`));
    runner.define({ kind: 'x', name: 'X', run: async () => null });
    succeedFails = new Error('connection lost');
    const answer = runner.attend('x', 'key', async () => ({ password: 'new' }));
    await vi.advanceTimersByTimeAsync(10);
    expect(await answer).toEqual({ password: 'new' });
    expect(logged).toEqual(['X: Error: connection lost']);
    expect(calls.filter((call) => call.startsWith('fail'))).toEqual([]);
    await runner.stop();
  });

  it('does attended work that was claimed before its id was known', async () => {
    const runner = open();
    const refuse = async () => {
      throw new Error('Only the server that was asked can do this.');
    };
    runner.define({ kind: 'x', name: 'X', run: refuse });
    const answer = runner.attend('x', 'key', async () => 'mine');
    await vi.advanceTimersByTimeAsync(10);
    expect(await answer).toBe('mine');
    await runner.stop();
  });

  it('refuses attended work at once where its kind cannot run', async () => {
    const runner = open();
    runner.define({ kind: 'x', name: 'X', needsFiles: true, run: async () => null });
    hasFiles = false;
    await expect(runner.attend('x', 'key', async () => null)).rejects.toMatchObject({
      code: 'files_elsewhere',
    });
    hasFiles = true;
    expect(due).toEqual([]);
  });

  it('runs what each server does for itself on its own, also while a job of the same server runs', async () => {
    const runner = open();
    let runs = 0;
    runner.definePeriodic([
      { kind: 'own', name: 'Own', everyMs: 60 * SECOND, isOnEveryServer: true, run: async () => (runs += 1) },
    ]);
    await runner.start();
    await vi.advanceTimersByTimeAsync(181 * SECOND);
    expect(runs).toBe(3);
    await runner.stop();
  });

  it('logs failures and goes on', async () => {
    const runner = open();
    const logged: string[] = [];
    runner.reportTo((name, error) => logged.push(`${name}: ${String(error)}`));
    runner.definePeriodic([
      {
        kind: 'x',
        name: 'Cleaning',
        everyMs: 60 * SECOND,
        run: async () => {
          throw new Error('no');
        },
      },
    ]);
    await runner.start();
    due = [job('x')];
    await vi.advanceTimersByTimeAsync(71 * SECOND);
    expect(logged).toEqual(['Cleaning: Error: no']);
    expect(calls.find((call) => call.startsWith('fail'))).toContain('"againInMs":60000');
    await runner.stop();
  });
});
