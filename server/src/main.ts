import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { EnvError, readEnv, type ServerEnv } from './env.ts';
import { createProcessLog, describeError } from './log.ts';
import type { StopReason } from './processes/messages.ts';
import { runProcesses } from './processes/parent.ts';
import { startServer } from './processes/start-server.ts';
import { NeverStartedError } from './processes/supervisor.ts';
import { runWorker } from './processes/worker.ts';

/** Runs the server as this one process. */
async function runAlone(env: ServerEnv): Promise<void> {
  const log = createProcessLog(env.logLevel);
  const server = await startServer({ env, log });
  void server.started.then((message) => process.stdout.write(message));

  let stopping = false;
  const stop = async (reason: StopReason) => {
    if (stopping) process.exit(1); // a second signal stops at once
    stopping = true;
    process.stdout.write('Stopping…\n');
    await server.stop(reason);
    process.stdout.write('Stopped. Everything is saved.\n');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.failure('Stopping', error);
        process.exit(1);
      });
    });
}

async function main(): Promise<void> {
  const env = readEnv();
  if (env.processes === 1) await runAlone(env);
  else if (cluster.isPrimary) await runProcesses(env, fileURLToPath(import.meta.url));
  else await runWorker(env);
}

/** One sentence for what a setting or the machine causes; the whole error for anything else. */
function reasonOf(error: unknown): string {
  if (error instanceof EnvError || error instanceof NeverStartedError) return error.message;
  // Several addresses of one host failed: the message is in each of them.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? error.message : describeError(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});
