import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onDemo } from './host.ts';
import { startDemo } from './start-demo.ts';

/** Another build may be visited by naming its entry. */
const MAIN =
  process.env.E2E_SERVER_MAIN ?? fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const START_MS = 90_000;

export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  /** Everything the server printed, the set-up code included. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
  /** As a power cut would: no goodbye, nothing saved on the way out. */
  readonly kill: () => Promise<void>;
  /** Stops and removes the data. */
  readonly remove: () => Promise<void>;
}

interface StartOptions {
  readonly dataDir?: string;
  readonly env?: Record<string, string>;
  /** Node flags, for example a module that moves the clock. */
  readonly execArgv?: readonly string[];
}

/** The built server on a free port with a folder of its own; or the demo, where the journeys visit that. */
export async function startServer({
  dataDir,
  env = {},
  execArgv = [],
}: StartOptions = {}): Promise<RunningServer> {
  if (onDemo) return startDemo();
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'rollcall-e2e-')));
  let output = '';
  const child = spawn(process.execPath, [...execArgv, MAIN], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const url = await waitForAddress(child, () => output);
  const stop = () => end(child);
  return {
    url,
    dataDir: folder,
    output: () => output,
    stop,
    kill: () => end(child, 'SIGKILL'),
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function waitForAddress(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const address = /running at (http:\/\/\S+)/.exec(output())?.[1];
    if (address) return address.replace('localhost', '127.0.0.1');
    if (child.exitCode !== null) break;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start:\n${output()}`);
}

export function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(force);
      done();
    });
    child.kill(signal);
  });
}
