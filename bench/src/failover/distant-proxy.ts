import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Hands bytes on after a while, in their order. */
function forwardLate(from: Socket, to: Socket, delayMs: number): void {
  from.on('data', (chunk: Buffer) => setTimeout(() => to.write(chunk), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
  from.on('close', () => setTimeout(() => to.destroy(), delayMs));
  from.on('error', () => to.destroy());
}

/** A way to a database that takes so long there and back. */
export async function startDistantProxy(target: string, roundTripMs: number) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    forwardLate(near, far, roundTripMs / 2);
    forwardLate(far, near, roundTripMs / 2);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.port = String(address && typeof address === 'object' ? address.port : 0);
  return {
    url: url.href,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
