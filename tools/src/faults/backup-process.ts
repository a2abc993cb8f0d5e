import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const CLI = fileURLToPath(new URL('../../../server/src/cli.ts', import.meta.url));

/** The product as processes, from source, as an institution runs it: what is killed here is the real thing. */
function start(
  script: string,
  args: readonly string[],
  dataDir: string,
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, DEMO_MODE: 'false', PORT: '0', TIME_ZONE: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return { child, output: () => output };
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
};

export interface Command {
  readonly done: Promise<{ code: number | null; output: string }>;
  kill(): Promise<void>;
}

export function startCommand(dataDir: string, ...args: readonly string[]): Command {
  const { child, output } = start(CLI, args, dataDir);
  const done = ended(child).then((code) => ({ code, output: output() }));
  return {
    done,
    async kill() {
      child.kill('SIGKILL');
      await done;
    },
  };
}

export interface Server {
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  upload(path: string, content: string): Promise<string>;
  setupCode(): string;
  signIn(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export const PASSWORD = 'fault-secret';

export async function startServer(dataDir: string): Promise<Server> {
  const { child, output } = start(MAIN, [], dataDir);
  let address: string | undefined;
  while (address === undefined) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${output()}`);
    await new Promise((go) => setTimeout(go, 20));
    address = /running at (http:\S+)/.exec(output())?.[1];
  }
  let token = '';
  const send = async (method: string, path: string, type: string | undefined, body: string | undefined) => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(type ? { 'Content-Type': type } : {}) },
      ...(body === undefined ? {} : { body }),
    });
    // Every answer asked for here is JSON.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const call: Server['call'] = (method, path, body) =>
    send(
      method,
      path,
      body === undefined ? undefined : 'application/json',
      body === undefined ? undefined : JSON.stringify(body),
    );
  return {
    call,
    upload: async (path, content) =>
      String((await send('POST', path, 'application/octet-stream', content)).body.upload),
    setupCode: () => /set-up code {2}(\S+)/.exec(output())?.[1] ?? '',
    async signIn() {
      token = String((await call('POST', '/admin/login', { password: PASSWORD })).body.access_token);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    async stop() {
      child.kill('SIGINT');
      await ended(child);
    },
  };
}
