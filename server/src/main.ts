import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { composeServer } from './compose.ts';
import { EnvError, readEnv, type ServerEnv } from './env.ts';
import { trackConnections } from './http/connections.ts';
import { drainUploads } from './http/drain-uploads.ts';
import { SERVER_LIMITS } from './http/server-limits.ts';
import { createProcessLog, describeError } from './log.ts';
import { stopServer } from './shutdown.ts';
import { locations } from './storage/locations.ts';

interface StartInfo {
  readonly env: ServerEnv;
  readonly port: number;
  readonly place: string;
  readonly setupCode: string | null;
}

/** The start message for the person at the console: address, place of the data, next step. */
function greeting({ env, port, place, setupCode }: StartInfo): string {
  const host =
    env.host === '127.0.0.1' || env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [
    '',
    `  Rollcall is running at ${address}`,
    `  API documentation      ${address}/api/docs`,
    `  Database               ${place}`,
    `  Keys and files         ${env.dataDir}`,
  ];
  if (env.demoMode) {
    lines.push('', '  Demo mode: an invented school, known passwords, reachable from this machine only.');
    lines.push('  Set DEMO_MODE=false for your own institution.');
  }
  if (setupCode) {
    lines.push('', `  First run: open ${address} and enter the set-up code  ${setupCode}`);
  }
  lines.push('', '  Press Ctrl-C to stop.', '', '');
  return lines.join('\n');
}

/** A part that does not close must not keep the process for ever. */
const CLOSE_LIMIT_MS = 15_000;

async function main(): Promise<void> {
  const env = readEnv();
  const log = createProcessLog(env.logLevel);
  const server = await composeServer(env, locations, log);
  const address = { port: env.port, hostname: env.host, serverOptions: SERVER_LIMITS };
  const http = serve({ fetch: drainUploads(server.app.fetch), ...address }, ({ port }) => {
    process.stdout.write(greeting({ env, port, place: server.place, setupCode: server.setupCode }));
  });

  // An HTTP/1 server: `serve` was given no other.
  const connections = trackConnections(http as Server);
  server.metrics.follow(connections);

  http.on('error', (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE'
        ? `Port ${env.port} is already in use. Stop the other program, or choose another with PORT=5001.`
        : error.message;
    process.stderr.write(`${reason}\n`);
    void server.close().finally(() => process.exit(1));
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
