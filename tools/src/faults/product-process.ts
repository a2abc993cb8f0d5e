import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const MAIN = fromRoot('server/src/main.ts');
const CLI = fromRoot('server/src/cli/cli.ts');

interface StartOptions {
  /** The time at which the process believes to start, by libfaketime. */
  readonly fakeTime?: string;
}

/**
 * Not by the `faketime` command, which would stay between us and the server and keep our signals. The loader replaces
 * $LIB; MT is the library for programs with threads.
 */
const fakeTimeEnv = (time: string | undefined): Record<string, string> =>
  time === undefined ? {} : { LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1', FAKETIME: `@${time}` };

/** Starts the server or the command line from source as a child process. */
function startProcess(
  script: string,
  args: readonly string[],
  dataDir: string,
  { fakeTime }: StartOptions = {},
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      DEMO_MODE: 'false',
      PORT: '0',
      TIME_ZONE: 'UTC',
      ...fakeTimeEnv(fakeTime),
    },
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

/** Waits for the process to end and returns its exit code. */
const waitForExit = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
};

export interface Command {
  readonly done: Promise<{ code: number | null; output: string }>;
  kill(): Promise<void>;
}

/** Runs a command of the command line on a data folder. */
export function startCommand(dataDir: string, ...args: readonly string[]): Command {
  const { child, output } = startProcess(CLI, args, dataDir);
  const done = waitForExit(child).then((code) => ({ code, output: output() }));
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

/** Starts the server on a data folder and answers a client for it. */
export async function startServer(dataDir: string, options: StartOptions = {}): Promise<Server> {
  const { child, output } = startProcess(MAIN, [], dataDir, options);
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
    // Every answer used here is JSON.
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
      await waitForExit(child);
    },
    async stop() {
      child.kill('SIGINT');
      await waitForExit(child);
    },
  };
}
