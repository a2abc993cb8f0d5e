import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type LockState = 'trying' | 'holding';

export interface OwnSocket {
  /** Tells every contender that is waiting for our decision. */
  hold(): void;
  close(): Promise<void>;
}

/** Listening is the lock: the kernel closes it with the process, however that ends. */
export async function listen(address: string): Promise<OwnSocket> {
  let state: LockState = 'trying';
  const asking = new Set<Socket>();
  const say = (socket: Socket) => socket.write(`${process.pid} ${state}\n`);
  const server: Server = createServer((socket) => {
    asking.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => asking.delete(socket));
    socket.unref();
    say(socket);
  });
  server.listen(address);
  await once(server, 'listening');
  server.unref();
  return {
    hold() {
      state = 'holding';
      for (const socket of asking) say(socket);
    },
    async close() {
      for (const socket of asking) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Answer =
  | { readonly kind: 'dead' }
  | { readonly kind: 'left' }
  | { readonly kind: 'said'; readonly pid: number | undefined; readonly state: LockState };

/** For the first word, and for the decision of one that said it is still trying. */
const silenceLimitMs = 3000;
const decisionLimitMs = 30_000;

/**
 * Asks the owner of another socket. That the kernel accepts the connection already proves a living process;
 * one too busy to speak is taken for the holder. `until` picks the answer worth waiting for.
 */
export function ask(address: string, until: (state: LockState) => boolean): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let connected = false;
    let heard = '';
    const settle = (answer: Answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(silenceLimitMs, () => settle({ kind: 'said', pid: undefined, state: 'holding' }));
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A rival that closes before it accepted us resets the connection, and may do so before we hear that it stood.
      if (connected || error.code === 'ECONNRESET') settle({ kind: 'left' });
      // Only a refusal proves that nobody listens; a full backlog or missing rights prove nothing.
      else if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') settle({ kind: 'dead' });
      else settle({ kind: 'said', pid: undefined, state: 'holding' });
    });
    socket.on('close', () => settle({ kind: 'left' }));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      heard += text;
      const last = heard.split('\n').at(-2);
      if (last === undefined) return;
      const [pid, word] = last.split(' ');
      const state: LockState = word === 'trying' ? 'trying' : 'holding';
      if (until(state)) settle({ kind: 'said', pid: Number(pid), state });
      else socket.setTimeout(decisionLimitMs);
    });
  });
}
