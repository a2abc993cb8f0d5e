import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { startJobs } from './start-jobs.ts';

const clock = { now: () => new Date('2026-03-02T06:00:00Z') };

/** Starts the jobs on a runner that only records what it is given; the runner is tested in core and api. */
async function start(folder: 'ok' | 'elsewhere' | 'unreachable') {
  const names: string[] = [];
  const lines: string[] = [];
  let report: (name: string, error: unknown) => void = () => {};
  const services = {
    filePlace: { status: () => folder },
    jobs: {
      reportTo: (given: typeof report) => {
        report = given;
      },
      definePeriodic: (jobs: readonly { kind: string }[]) => names.push(...jobs.map(({ kind }) => kind)),
      start: async () => {},
    },
  } as unknown as Services; // startJobs calls nothing else
  const log = createLog((line) => lines.push(line), clock.now);
  await startJobs({ services, repos: {} as Repositories, clock, log }); // only the runs of the jobs use them
  return { names, lines, fail: (name: string) => report(name, new Error('no')) };
}

it('gives the periodic jobs to the runner and logs their failures', async () => {
  const { names, lines, fail } = await start('ok');
  for (const kind of ['closing', 'backup_schedule', 'expired_files', 'ended_sessions'])
    expect(names).toContain(kind);
  expect(new Set(names).size).toBe(names.length);
  expect(lines).toEqual([]);
  fail('Closing days');
  expect(lines.join('')).toContain('Closing days');
});

it('says at the start that the folder of files is not the shared one, or cannot be read', async () => {
  expect((await start('elsewhere')).lines.join('')).toContain('set FILES_DIR to the shared folder');
  expect((await start('unreachable')).lines.join('')).toContain('cannot be read');
});
