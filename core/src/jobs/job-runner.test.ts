import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobRunner } from './job-runner.ts';
import type { JobRepository } from './jobs.ports.ts';
import type { Job } from './jobs.types.ts';

/** The timers of the runner; what it does with a database is tested in api/src/jobs. */
const SECOND = 1000;
let due: Job[];
let calls: string[];
let held: number[];
beforeEach(() => {
  due = [];
  calls = [];
  held = [1];
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

function open() {
  const noted =
    (name: string) =>
    async (...args: unknown[]): Promise<void> =>
      void calls.push(args.length === 0 ? name : `${name} ${JSON.stringify(args.at(-1))}`);
  const repository = {
    ensurePeriodic: async () => {},
    failAbandoned: async () => {},
    endLeasesOfOthers: noted('endLeases'),
    claim: async (kinds: readonly string[]) => {
      calls.push('claim');
      const [next] = due;
      if (!next || !kinds.includes(next.kind)) return null;
      due = due.slice(1);
      return next;
    },
    renew: async () => {
      calls.push('renew');
      return held;
    },
    succeed: noted('succeed'),
    fail: noted('fail'),
    handBack: async () => void calls.push('handBack'),
  } as unknown as JobRepository; // the runner calls nothing else here
  const runner = createJobRunner({
    repos: { jobs: repository },
    server: { id: 'A', isAlone: true },
    beforeClaims: async () => {},
    isPaused: async () => false,
    hasFiles: () => true,
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
