import { composeServer } from './compose.ts';
import { EnvError, readEnv } from './env.ts';
import { drainUploads } from './http/drain-uploads.ts';
import { listen } from './http/listen.ts';
import { createProcessLog, describeError } from './log.ts';
import { stopServer } from './shutdown.ts';
import { startMessage } from './start-message.ts';
import { locations } from './storage/locations.ts';

/** A part that does not close must not keep the process for ever. */
const CLOSE_LIMIT_MS = 15_000;

async function main(): Promise<void> {
  const env = readEnv();
  const log = createProcessLog(env.logLevel);
  const server = await composeServer(env, locations, log);
  const { https } = server;
  let hasFailed = false;
  const listening = listen({
    env,
    fetch: drainUploads(server.app.fetch),
    https,
    onProblem: (reason) => {
      process.stderr.write(`${reason}\n`);
      if (hasFailed) return; // the first problem closes the parts
      hasFailed = true;
      void server.close().finally(() => process.exit(1));
    },
  });
  const { connections, http } = listening;
  server.metrics.follow(connections);
  void listening.ports.then((ports) => {
    https?.listensAt(ports);
    const { place, setupCode } = server;
    const certificate = https?.describe() ?? null;
    process.stdout.write(startMessage({ env, port: ports.http, place, setupCode, certificate }));
  });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1); // a second signal stops at once
    stopping = true;
    process.stdout.write('Stopping…\n');
    // Ctrl-C has no balancer behind it that must notice first.
    const graceMs = signal === 'SIGTERM' ? env.stop.graceMs : 0;
    const { limitMs } = env.stop;
    setTimeout(
      () => {
        log.warn('The server did not stop in time and is ended.');
        process.exit(1);
      },
      graceMs + limitMs + CLOSE_LIMIT_MS,
    ).unref();
    await stopServer({ http, connections, server, graceMs, limitMs, log });
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

/** One sentence for what a setting or the machine causes; the whole error for anything else. */
function reasonOf(error: unknown): string {
  if (error instanceof EnvError) return error.message;
  // Several addresses of one host failed: the message is in each of them.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? error.message : describeError(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});
