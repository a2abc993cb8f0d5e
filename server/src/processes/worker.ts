import { createCallLimits } from '@rollcall/api/http/call-limits';
import type { CheckReadiness } from '@rollcall/api/system/system.routes';
import type { ServerEnv } from '../env.ts';
import { createProcessLog } from '../log.ts';
import { type ChannelPort, openChannel } from './channel.ts';
import type { ParentAnswers, StopReason, WorkerAnswers } from './messages.ts';
import { countInParent } from './shared-counters.ts';
import { type StartedServer, startServer } from './start-server.ts';

/** While a database is away nothing becomes ready; then it takes requests and says so. */
const READY_LIMIT_MS = 120_000;
const READY_CHECK_MS = 200;
/** Longer than the parent waits for each process. */
const METRICS_LIMIT_MS = 5000;

const toParent: ChannelPort = {
  send: (message, sent) => {
    if (!process.send) throw new Error('There is no parent.');
    process.send(message, undefined, undefined, sent);
  },
  onMessage: (listener) => void process.on('message', listener),
  onClose: (listener) => void process.on('disconnect', listener),
};

async function untilReady(check: CheckReadiness): Promise<void> {
  const end = performance.now() + READY_LIMIT_MS;
  while (performance.now() < end) {
    const states = await check();
    if (states.every(({ state }) => state !== 'failing')) return;
    await new Promise((done) => setTimeout(done, READY_CHECK_MS));
  }
}

/** Runs one of several processes of a server. Its parent says when to stop; without a parent Node ends it. */
export async function runWorker(env: ServerEnv): Promise<void> {
  let log = createProcessLog(env.logLevel);
  let server: StartedServer | null = null;
  let isStopping = false;

  const stop = (reason: StopReason): void => {
    // The parent and a whole group of processes may be signalled at once: the first word counts.
    if (isStopping) return;
    isStopping = true;
    (async () => {
      await server?.stop(reason);
      process.exit(0);
    })().catch((error: unknown) => {
      log.failure('Stopping', error);
      process.exit(1);
    });
  };
  const answers: WorkerAnswers = {
    ping: async () => null,
    metrics: async () => (await server?.readMetrics()) ?? '',
    stop: async ({ reason }) => {
      stop(reason);
      return null;
    },
  };
  const parent = openChannel<ParentAnswers>(toParent, answers);
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGHUP', () => {}); // for the parent, which exchanges the processes

  const { number, setupCode, hasOthers } = await parent.ask('welcome', null);
  log = createProcessLog(env.logLevel, { process: number });
  server = await startServer({
    env,
    log,
    shared: {
      number,
      setupCode,
      callLimits: createCallLimits(countInParent(parent)),
      readAll: () => parent.ask('metrics', null, METRICS_LIMIT_MS),
    },
    // Others answer meanwhile: a balancer need not hear that this one still loads its faces.
    beforeListening: async ({ checkReadiness }) => {
      if (hasOthers) await untilReady(checkReadiness);
    },
  });
  await parent.ask('listening', { message: await server.started });
}
