import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A TCP proxy in front of a PostgreSQL that can fall silent: existing connections stay open and carry nothing any
 * more, as after a failover or behind a firewall that forgot them. New connections work, unless they are silenced too.
 */
export async function startSilentProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let answersNew = true;
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.on('close', () => sockets.delete(client));
    if (!answersNew) return void client.pause();
    const database = connect(Number(port), hostname);
    sockets.add(database);
    database.on('error', () => client.destroy());
    database.on('close', () => sockets.delete(database));
    client.on('close', () => database.destroy());
    database.on('end', () => client.end());
    client.pipe(database, { end: false });
    database.pipe(client, { end: false });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port); // a TCP server that listens
  return {
    url: url.href,
    /** Existing connections carry nothing from now on. */
    silence() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
        socket.removeAllListeners('end');
      }
    },
    /** Accepts new connections and never answers on them. */
    silenceNew(silent: boolean) {
      answersNew = !silent;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
