import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startJobs } from './jobs.ts';
import { createLog } from './log.ts';

const MINUTE = 60_000;
let now: Date;
let turns: string[];
beforeEach(() => {
  now = new Date('2026-03-02T06:00:00Z');
  turns = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Every job as a note in `turns`; what they do is tested where it is done. */
function start(retention: () => Promise<unknown> = async () => null) {
  const noted = (name: string) => async () => void turns.push(name);
  const services = {
    closing: { closeDueDays: noted('close') },
    backup: { runSchedule: noted('backup'), removeExpired: noted('files') },
    retention: {
      runDaily: async () => {
        turns.push('retention');
        await retention();
      },
    },
  } as unknown as Services; // the jobs call nothing else of it
  const repos = {
    sessions: { removeOlderThan: noted('sessions') },
    attempts: { removeOlderThan: noted('attempts') },
    faces: { removeScansBefore: noted('scans'), forgetImagesBefore: noted('images') },
  } as unknown as Repositories; // nor of this
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => now,
  );
  return { jobs: startJobs({ services, repos, clock: { now: () => now }, log }), lines };
}

describe('the jobs of the server', () => {
  it('all have a turn on a machine that runs for five minutes a day', async () => {
    for (const day of [2, 3, 4]) {
      now = new Date(`2026-03-0${day}T06:00:00Z`);
      turns = [];
      const { jobs } = start();
      await vi.advanceTimersByTimeAsync(5 * MINUTE);
      expect(new Set(turns)).toEqual(
        new Set(['close', 'backup', 'retention', 'files', 'sessions', 'attempts', 'scans', 'images']),
      );
      await jobs.stop();
    }
  });

  it('come again, also after a failure, which is logged', async () => {
    const { jobs, lines } = start(async () => {
      throw new Error('no');
    });
    await vi.advanceTimersByTimeAsync(63 * MINUTE);
    expect(turns.filter((name) => name === 'retention')).toHaveLength(2);
    expect(lines.join('')).toContain('Applying the retention rules');
    await jobs.stop();
    turns = [];
    await vi.advanceTimersByTimeAsync(180 * MINUTE);
    expect(turns).toEqual([]);
  });

  it('never run twice at once', async () => {
    let release = () => {};
    const { jobs } = start(() => new Promise<void>((done) => (release = done)));
    await vi.advanceTimersByTimeAsync(300 * MINUTE);
    expect(turns.filter((name) => name === 'retention')).toHaveLength(1);
    release();
    await jobs.stop();
  });
});
