import type { JobStatus } from '@rollcall/core/jobs/jobs.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { createRouter } from '../http/router.ts';
import * as contract from './jobs.contract.ts';

const presentJob = (status: JobStatus): z.infer<typeof contract.wireJobs>['jobs'][number] => ({
  kind: status.kind,
  name: status.name,
  every_seconds: status.everyMs === null ? null : status.everyMs / 1000,
  last_success: status.lastSuccessAt?.toISOString() ?? null,
  seconds_since_success: status.secondsSinceSuccess,
  failures_in_a_row: status.failuresInARow,
  problem: status.problem,
  running: status.running,
  waiting: status.waiting,
});

export function jobRoutes({ jobs, backup, filePlace }: Services) {
  const present = async (): Promise<z.infer<typeof contract.wireJobs>> => {
    const { lastSuccessAt, failuresInARow, problem } = await backup.health();
    return {
      backup: {
        last_success: lastSuccessAt?.toISOString() ?? null,
        failures_in_a_row: failuresInARow,
        problem,
      },
      files: filePlace.status() ?? 'unknown',
      jobs: (await jobs.status()).map(presentJob),
    };
  };
  return createRouter().openapi(contract.getJobs, async (c) => c.json(await present(), 200));
}
