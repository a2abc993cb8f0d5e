import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onDemo } from './host.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
/** `E2E_SERVER_MAIN` names the entry of another build. */
export const SERVER_SCRIPT = process.env.E2E_SERVER_MAIN ?? fromRoot('server/dist/main.js');
const DEMO_SCRIPT = fromRoot('tools/run/demo.mjs');
const START_MS = 90_000;
/** Longer than a server may take by itself to finish what is under way. */
const END_MS = 60_000;

export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  /** The number of its process while that runs. */
  readonly pid: () => number | undefined;
  /** Everything the server printed, the set-up code included. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
  /** Ends the process with SIGKILL, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Stops the server and deletes its data folder. */
  readonly remove: () => Promise<void>;
}

interface StartOptions {
  readonly dataDir?: string;
  /** Data folder to start with a copy of. */
  readonly copyOf?: string;
  readonly env?: Record<string, string>;
  /** Entry of the built server; another version's for upgrades. */
  readonly main?: string;
  /** Node flags, for example to import a module that shifts the clock. */
  readonly execArgv?: readonly string[];
}

/** Starts the built server on a free port with its own data folder, or the demo when the journeys run against that. */
export async function startServer({
  dataDir,
  copyOf,
  env = {},
  main = SERVER_SCRIPT,
  execArgv = [],
}: StartOptions = {}): Promise<RunningServer> {
  if (onDemo) return startDemo();
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'rollcall-e2e-')));
  if (copyOf !== undefined) await cp(copyOf, folder, { recursive: true });
  const server = await startProcess([...execArgv, main], {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    ...env,
  });
  return {
    ...server,
    dataDir: folder,
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Serves the demo's folder as plain files without special headers. The data is in the visitor's browser: every
 * browser context starts with the initial data.
 */
export async function startDemo(base = '/'): Promise<RunningServer> {
  const server = await startProcess([DEMO_SCRIPT, '--built', '--plain'], { DEMO_BASE: base });
  return { ...server, url: server.url.replace(/\/$/, ''), dataDir: '', remove: server.stop };
}

async function startProcess(args: readonly string[], env: Record<string, string>) {
  let output = '';
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    url: await waitForAddress(child, () => output),
    pid: () => (child.exitCode === null && child.signalCode === null ? child.pid : undefined),
    output: () => output,
    stop: () => endProcess(child),
    kill: () => endProcess(child, 'SIGKILL'),
  };
}

async function waitForAddress(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const address = /running at (http:\/\/\S+)/.exec(output())?.[1];
    if (address) return address.replace('localhost', '127.0.0.1');
    if (child.exitCode !== null) break;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start:\n${output()}`);
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const force = setTimeout(() => child.kill('SIGKILL'), END_MS);
    child.once('exit', () => {
      clearTimeout(force);
      done();
    });
    child.kill(signal);
  });
}

/** Waits until the server has loaded the face models, which continues after it answers requests. */
export async function waitForFaceEngine(url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/ready`).catch(() => null);
    const answer: { parts: Record<string, string> } | null = response?.ok ? await response.json() : null;
    if (answer?.parts.models === 'ok') return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error('The face engine did not start.');
}

const HOUR = 10;
const MINUTE = 40;

/** The next Monday at 10:40 UTC: classes are running and most people are present. */
export function schoolDay(from = new Date()): Date {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate(), HOUR, MINUTE));
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

/** The same server under a name: browsers offer passkeys under no address. */
export const namedUrl = ({ url }: Pick<RunningServer, 'url'>): string =>
  url.replace('127.0.0.1', 'localhost');

/** Options of `startServer` that shift the server's clock to a time. */
export const clockAt = (time: Date) => ({
  execArgv: ['--import', fileURLToPath(new URL('./shift-clock.mjs', import.meta.url))],
  env: { SHIFT_CLOCK_MS: String(time.getTime() - Date.now()), TIME_ZONE: 'UTC' },
});
