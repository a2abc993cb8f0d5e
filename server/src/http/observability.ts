import type { AppHost } from '@rollcall/api/app';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Repositories } from '@rollcall/core/ports';
import type { Services } from '@rollcall/core/services';
import type { ServerEnv } from '../env.ts';
import type { LocalHttps } from '../https/local-https.ts';
import type { BackgroundFaceEngine } from '../jobs/face-engine.ts';
import type { Log } from '../log.ts';
import type { ServerDatabase } from '../storage/open-database.ts';
import { VERSION } from '../version.ts';
import { createIsOperator } from './host-guard.ts';
import { createMetrics } from './metrics.ts';
import { judgeReadiness } from './readiness.ts';
import { createRequestLog } from './request-log.ts';
import { createServerState } from './server-state.ts';

interface Needs {
  readonly env: Pick<ServerEnv, 'metricsToken'>;
  readonly services: Services;
  readonly repos: Repositories;
  readonly database: ServerDatabase;
  readonly faceEngine: BackgroundFaceEngine;
  readonly https: LocalHttps | null;
  readonly log: Log;
  /** Of a server of several processes. */
  readonly processes?: Parameters<typeof createMetrics>[0]['processes'];
}

/** Creates what operators see of a running server: readiness, metrics and the log of requests. docs/decisions/0035. */
export function createObservability({ env, log, processes, ...needs }: Needs) {
  const { database, faceEngine } = needs;
  const isOperator = createIsOperator(env.metricsToken);
  const about = { version: VERSION, schema: database.schema };
  let isDraining = false;
  const state = createServerState({
    ...needs,
    clock: systemClock,
    isDraining: () => isDraining,
    schema: database.schema,
  });
  const metrics = createMetrics({
    state,
    about,
    isOperator,
    processes,
    pool: database.pool,
    engineLoad: () => {
      const engine = faceEngine.current();
      return typeof engine === 'string' ? null : (engine.load?.() ?? null);
    },
  });
  const logRequest = createRequestLog(log);
  const host = {
    about,
    isOperator,
    checkReadiness: async () => judgeReadiness(await state()),
    onAnswer: (request) => {
      metrics.onAnswer(request);
      logRequest(request);
    },
    report: () => {}, // the log of requests has it
  } satisfies Partial<AppHost>;
  return {
    host,
    metrics,
    startDraining(): void {
      isDraining = true;
    },
  };
}
