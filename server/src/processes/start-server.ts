import { composeServer, type SharedParts } from '../compose.ts';
import type { ServerEnv } from '../env.ts';
import { drainUploads } from '../http/drain-uploads.ts';
import { listen } from '../http/listen.ts';
import type { Log } from '../log.ts';
import { stopServer } from '../shutdown.ts';
import { startMessage } from '../start-message.ts';
import { locations } from '../storage/locations.ts';
import type { StopReason } from './messages.ts';

/** A part that does not close must not keep the process for ever. */
export const CLOSE_LIMIT_MS = 15_000;

type Composed = Awaited<ReturnType<typeof composeServer>>;

interface Options {
  readonly env: ServerEnv;
  readonly log: Log;
  /** Of a server of several processes. */
  readonly shared?: SharedParts;
  /** Awaited when everything is there and before requests are taken. */
  readonly beforeListening?: (server: Pick<Composed, 'checkReadiness'>) => Promise<void>;
}

/** Ctrl-C has no balancer behind it that must notice first. */
export const graceOf = ({ stop }: Pick<ServerEnv, 'stop'>, reason: StopReason): number =>
  reason === 'SIGINT' ? 0 : stop.graceMs;

/** Starts the server in this process. */
export async function startServer({ env, log, shared, beforeListening }: Options) {
  const server = await composeServer(env, locations, log, shared);
  await beforeListening?.(server);
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

  return {
    /** Resolves with the message for the console when requests are taken. */
    started: listening.ports.then((ports) => {
      https?.listensAt(ports);
      const { place, setupCode } = server;
      const certificate = https?.describe() ?? null;
      return startMessage({ env, port: ports.http, place, setupCode, certificate });
    }),

    readMetrics: server.metrics.read,

    /** Finishes what runs and closes everything. Ends the process when that takes too long. */
    async stop(reason: StopReason): Promise<void> {
      const graceMs = graceOf(env, reason);
      const { limitMs } = env.stop;
      setTimeout(
        () => {
          log.warn('The server did not stop in time and is ended.');
          process.exit(1);
        },
        graceMs + limitMs + CLOSE_LIMIT_MS,
      ).unref();
      const isReplaced = reason === 'replaced';
      await stopServer({ http, connections, server, graceMs, limitMs, isReplaced, log });
    },
  };
}

export type StartedServer = Awaited<ReturnType<typeof startServer>>;
