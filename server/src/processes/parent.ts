import cluster, { type Worker } from 'node:cluster';
import type { ServerEnv } from '../env.ts';
import { createSetupCode } from '../keys/secrets.ts';
import { createProcessLog } from '../log.ts';
import { openChannel } from './channel.ts';
import { mergeMetrics } from './merge-metrics.ts';
import type { ParentAnswers, StopReason, WorkerAnswers } from './messages.ts';
import { createSharedCounters } from './shared-counters.ts';
import { CLOSE_LIMIT_MS, graceOf } from './start-server.ts';
import { createSupervisor, type Ending, type Supervisor, type WorkerProcess } from './supervisor.ts';

/** A process that does not tell its figures is left out of them; the hang watch looks after it. */
const METRICS_MS = 3000;
/** What the parent waits beyond the limit that each process has for its own stop. */
const STOP_MARGIN_MS = 5000;

/** Wraps a process of Node's cluster. */
function asProcess(worker: Worker, answers: ParentAnswers): WorkerProcess {
  const channel = openChannel<WorkerAnswers>(
    {
      send: (message, sent) => void worker.send(message, sent),
      onMessage: (listener) => void worker.on('message', listener),
      onClose: (listener) => void worker.on('disconnect', listener).on('exit', listener),
    },
    answers,
  );
  // A message to a process that is gone; who sent it hears so by itself.
  worker.on('error', () => {});
  return {
    pid: worker.process.pid ?? 0,
    ask: channel.ask,
    exited: new Promise<Ending>((done) => {
      worker.on('exit', (code: number | null, signal: string | null) => done({ code, signal }));
    }),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

function figuresOf({ wanted, serving, replacements }: ReturnType<Supervisor['counts']>): string {
  return [
    '# HELP rollcall_processes Processes of this server',
    '# TYPE rollcall_processes gauge',
    `rollcall_processes{state="wanted"} ${wanted}`,
    `rollcall_processes{state="serving"} ${serving}`,
    '# HELP rollcall_process_replacements_total Processes that ended or hung and were replaced',
    '# TYPE rollcall_process_replacements_total counter',
    `rollcall_process_replacements_total ${replacements}`,
    '',
  ].join('\n');
}

async function readAll(supervisor: Supervisor): Promise<string> {
  const asked = supervisor.serving().map((each) => each.ask('metrics', null, METRICS_MS).catch(() => ''));
  return mergeMetrics([...(await Promise.all(asked)), figuresOf(supervisor.counts())]);
}

/**
 * Runs the server as several processes that share its ports (docs/decisions/0064). This one answers no requests: it
 * starts the others, counts what is counted for all of them, and hands signals on.
 */
export async function runProcesses(env: ServerEnv, program: string): Promise<void> {
  const log = createProcessLog(env.logLevel);
  // Each process accepts connections itself. With connections that the parent hands on in turn, requests hung in the test
  // that kills a process; why was not found.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Named, because with `npm start` another file was started.
  cluster.setupPrimary({ exec: program, args: [] });
  const supervisor: Supervisor = createSupervisor({
    count: env.processes,
    startProcess: (answers) => asProcess(cluster.fork(), answers),
    counters: createSharedCounters(),
    readMetrics: () => readAll(supervisor),
    setupCode: createSetupCode().text,
    hangMs: env.hangMs,
    log,
    onStarted: (message) => void process.stdout.write(message),
  });

  let isStopping = false;
  const stop = async (reason: StopReason): Promise<void> => {
    if (isStopping) {
      // A second signal stops at once.
      supervisor.killAll();
      process.exit(1);
    }
    isStopping = true;
    process.stdout.write('Stopping…\n');
    const limitMs = graceOf(env, reason) + env.stop.limitMs + CLOSE_LIMIT_MS + STOP_MARGIN_MS;
    setTimeout(() => supervisor.killAll(), limitMs).unref();
    const isWell = await supervisor.stop(reason);
    process.stdout.write(isWell ? 'Stopped. Everything is saved.\n' : 'Stopped. See the log.\n');
    process.exit(isWell ? 0 : 1);
  };
  const onSignal = (reason: StopReason) => {
    stop(reason).catch((error: unknown) => {
      log.failure('Stopping', error);
      supervisor.killAll();
      process.exit(1);
    });
  };
  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
  process.on('SIGHUP', () => {
    // On a terminal it means that the window was closed.
    if (process.stdin.isTTY) onSignal('SIGTERM');
    else supervisor.exchange().catch((error: unknown) => log.failure('Exchanging the processes', error));
  });
  await supervisor.start();
}
