import { createJobs } from '@rollcall/core/jobs';
import type { Clock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import type { Log } from '../log.ts';

interface Needs {
  readonly services: Services;
  readonly repos: Repositories;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts the job runner of core with the periodic jobs. Failures that nobody waits for are logged. */
export async function startJobs({ log, ...needs }: Needs): Promise<void> {
  const { jobs, filePlace } = needs.services;
  jobs.reportTo((name, error) => log.failure(name, error));
  jobs.definePeriodic(createJobs(needs));
  await jobs.start();
  if (filePlace.status() !== 'ok') log.warn(filesMessage(filePlace.status()));
}

const filesMessage = (status: string | null): string =>
  status === 'unreachable'
    ? 'The folder for backups, exports and uploads cannot be read. Until then, this server refuses work with files.'
    : 'The folder for backups, exports and uploads has none of the files that the database names, or is not the one that ' +
      'the other servers on this database use. Mount it, or set FILES_DIR to the shared folder; if the files are lost, ' +
      'start once with FILES_DIR_IS_NEW=true. Until then this server refuses work with files.';
