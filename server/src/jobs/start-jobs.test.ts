import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { startJobs } from './start-jobs.ts';

const MINUTE = 60_000;
let now: Date;
let runs: string[];
beforeEach(() => {
  now = new Date('2026-03-02T06:00:00Z');
  runs = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Starts jobs that only record their name in `runs`; their work is tested in core. */
function start(retention: () => Promise<unknown> = async () => null) {
  const recorded = (name: string) => async () => void runs.push(name);
  const services = {
    closing: { closeDueDays: recorded('close') },
    backup: { runSchedule: recorded('backup'), removeExpired: recorded('files') },
    retention: {
      runDaily: async () => {
        runs.push('retention');
        await retention();
      },
    },
  } as unknown as Services; // the jobs call nothing else
  const repos = {
    sessions: { removeOlderThan: recorded('sessions') },
    attempts: { removeOlderThan: recorded('attempts') },
    faces: { removeScansBefore: recorded('scans'), removeImageDigestsBefore: recorded('images') },
  } as unknown as Repositories; // the jobs call nothing else
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => now,
  );
  return { jobs: startJobs({ services, repos, clock: { now: () => now }, log }), lines };
}

describe('background jobs', () => {
  it('all run on a machine that is on for five minutes a day', async () => {
    for (const day of [2, 3, 4]) {
      now = new Date(`2026-03-0${day}T06:00:00Z`);
      runs = [];
      const { jobs } = start();
      await vi.advanceTimersByTimeAsync(5 * MINUTE);
      expect(new Set(runs)).toEqual(
        new Set(['close', 'backup', 'retention', 'files', 'sessions', 'attempts', 'scans', 'images']),
      );
      await jobs.stop();
    }
  });

  it('run again after a failure, which is logged, and not after stop', async () => {
    const { jobs, lines } = start(async () => {
      throw new Error('no');
    });
    await vi.advanceTimersByTimeAsync(63 * MINUTE);
    expect(runs.filter((name) => name === 'retention')).toHaveLength(2);
    expect(lines.join('')).toContain('Applying the retention rules');
    await jobs.stop();
    runs = [];
    await vi.advanceTimersByTimeAsync(180 * MINUTE);
    expect(runs).toEqual([]);
  });

  it('never overlap with their own previous run', async () => {
    let release = () => {};
    const { jobs } = start(() => new Promise<void>((done) => (release = done)));
    await vi.advanceTimersByTimeAsync(300 * MINUTE);
    expect(runs.filter((name) => name === 'retention')).toHaveLength(1);
    release();
    await jobs.stop();
  });
});
