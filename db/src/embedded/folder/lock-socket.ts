import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type LockState = 'trying' | 'holding';

export interface OwnSocket {
  /** Switches to `holding` and notifies every process that is waiting for the decision. */
  hold(): void;
  close(): Promise<void>;
}

/**
 * Listens on the lock socket and reports the state to whoever connects. The kernel closes it with the
 * process.
 */
export async function listen(address: string): Promise<OwnSocket> {
  let state: LockState = 'trying';
  const clients = new Set<Socket>();
  const sendState = (socket: Socket) => socket.write(`${process.pid} ${state}\n`);
  const server: Server = createServer((socket) => {
    clients.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => clients.delete(socket));
    socket.unref();
    sendState(socket);
  });
  server.listen(address);
  await once(server, 'listening');
  server.unref();
  return {
    hold() {
      state = 'holding';
      for (const socket of clients) sendState(socket);
    },
    async close() {
      for (const socket of clients) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Answer =
  | { readonly kind: 'dead' }
  | { readonly kind: 'left' }
  | { readonly kind: 'answered'; readonly pid: number | undefined; readonly state: LockState };

/** Limits for the first answer, and for the decision of a process that is still trying. */
const silenceLimitMs = 3000;
const decisionLimitMs = 30_000;

/**
 * Asks the process behind another socket for its state. An accepted connection already proves that it is
 * alive; one too busy to answer is taken for the holder. `until` selects the state to wait for.
 */
export function askState(address: string, until: (state: LockState) => boolean): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let connected = false;
    let received = '';
    const settle = (answer: Answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(silenceLimitMs, () => settle({ kind: 'answered', pid: undefined, state: 'holding' }));
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A process that closes before accepting resets the connection, possibly before our `connect` event.
      if (connected || error.code === 'ECONNRESET') settle({ kind: 'left' });
      // Only a refusal proves that nobody listens; a full backlog or missing permissions prove nothing.
      else if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') settle({ kind: 'dead' });
      else settle({ kind: 'answered', pid: undefined, state: 'holding' });
    });
    socket.on('close', () => settle({ kind: 'left' }));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
      const last = received.split('\n').at(-2);
      if (last === undefined) return;
      const [pid, word] = last.split(' ');
      const state: LockState = word === 'trying' ? 'trying' : 'holding';
      if (until(state)) settle({ kind: 'answered', pid: Number(pid), state });
      else socket.setTimeout(decisionLimitMs);
    });
  });
}
