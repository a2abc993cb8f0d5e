import { serve } from '@hono/node-server';
import { systemClock } from './clock.ts';
import { composeServer } from './compose.ts';
import { EnvError, readEnv } from './env.ts';
import { greeting } from './greeting.ts';
import { locations } from './locations.ts';
import { createLog, describeError } from './log.ts';

const log = createLog((line) => process.stderr.write(line), systemClock.now);

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
    if (stopping) process.exit(1); // asked twice: the person does not want to wait
    stopping = true;
    process.stdout.write('Stopping…\n');
    await new Promise<void>((done) => {
      http.close(() => done());
      if ('closeIdleConnections' in http) http.closeIdleConnections();
      setTimeout(done, 5000).unref(); // a client that never ends its request does not keep the data open
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
