import type { Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { serve } from '@hono/node-server';
import type { ServerEnv } from '../env.ts';
import type { LocalHttps } from '../https/local-https.ts';
import { trackConnections } from './connections.ts';
import { SERVER_LIMITS } from './server-limits.ts';

type Fetch = Parameters<typeof serve>[0]['fetch'];

interface Needs {
  readonly env: Pick<ServerEnv, 'port' | 'host' | 'https'>;
  readonly fetch: Fetch;
  /** HTTPS of our own, beside HTTP. */
  readonly https: Pick<LocalHttps, 'current' | 'follow'> | null;
  /** A port cannot be had, in a sentence for the person at the console. */
  readonly onProblem: (reason: string) => void;
}

const reasonOf = (error: NodeJS.ErrnoException, variable: string, port: number): string =>
  error.code === 'EADDRINUSE'
    ? `Port ${port} is already in use. Stop the other program, or choose another with ${variable}=${port + 1}.`
    : error.message;

/** Destroys what is still connected, also devices in the middle of their TLS handshake, which Node does not count. */
function endHandshakes(server: HttpsServer): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Listens on the HTTP port and, beside it, on the HTTPS port, with the same handler and the same limits. */
export function listen({ env, fetch, https, onProblem }: Needs) {
  const servers: Server[] = [];
  const ends: (() => void)[] = [];
  const ready: Promise<number>[] = [];
  const start = (port: number, variable: string, options: Partial<Parameters<typeof serve>[0]>) => {
    // Without `http2` in the options an HTTP/1 server.
    const server = serve({ fetch, hostname: env.host, port, ...options } as Parameters<
      typeof serve
    >[0]) as Server;
    server.on('error', (error) => onProblem(reasonOf(error, variable, port)));
    servers.push(server);
    ready.push(
      new Promise((done) => {
        server.once('listening', () => done((server.address() as AddressInfo).port)); // a port, not a pipe
      }),
    );
    return server;
  };

  start(env.port, 'PORT', { serverOptions: SERVER_LIMITS });
  if (https && env.https) {
    const serverOptions = {
      ...SERVER_LIMITS,
      handshakeTimeout: SERVER_LIMITS.headersTimeout,
      ...https.current(),
    };
    // `createServer` decides the kind.
    const server = start(env.https.port, 'HTTPS_PORT', {
      createServer: createHttpsServer,
      serverOptions,
    }) as HttpsServer;
    https.follow(server);
    ends.push(endHandshakes(server));
  }

  return {
    connections: trackConnections(...servers),
    /** Resolves with the ports when all of them listen. */
    ports: Promise.all(ready).then(([http = 0, https = 0]) => ({ http, https })),
    /** All listeners as one. */
    http: {
      close(done: () => void): void {
        void Promise.all(servers.map((server) => new Promise((closed) => server.close(closed)))).then(done);
      },
      closeIdleConnections: () => {
        for (const server of servers) server.closeIdleConnections();
      },
      closeAllConnections: () => {
        for (const server of servers) server.closeAllConnections();
        for (const end of ends) end();
      },
    },
  };
}
