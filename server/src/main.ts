import { serve } from '@hono/node-server';
import { composeServer } from './compose.ts';
import { EnvError, readEnv, type ServerEnv } from './env.ts';
import { createProcessLog, describeError } from './log.ts';
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

const log = createProcessLog();

async function main(): Promise<void> {
  const env = readEnv();
  const server = await composeServer(env, locations, log);
  const http = serve({ fetch: server.app.fetch, port: env.port, hostname: env.host }, ({ port }) => {
    process.stdout.write(greeting({ env, port, place: server.place, setupCode: server.setupCode }));
  });

  http.on('error', (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE'
        ? `Port ${env.port} is already in use. Stop the other program, or choose another with PORT=5001.`
        : error.message;
    process.stderr.write(`${reason}\n`);
    void server.close().finally(() => process.exit(1));
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1); // a second signal stops at once
    stopping = true;
    process.stdout.write('Stopping…\n');
    await new Promise<void>((done) => {
      http.close(() => done());
      if ('closeIdleConnections' in http) http.closeIdleConnections();
      setTimeout(done, 5000).unref(); // does not wait for an open event stream
    });
    await server.close();
    process.stdout.write('Stopped. Everything is saved.\n');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

main().catch((error: unknown) => {
  const expected = error instanceof EnvError || (error instanceof Error && 'code' in error);
  process.stderr.write(`${expected && error instanceof Error ? error.message : describeError(error)}\n`);
  process.exit(1);
});
