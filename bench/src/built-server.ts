import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const run = promisify(execFile);

export interface BuiltServer {
  readonly address: string;
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>;
}

/** What a user would run: the built server on a free port, with a data folder of its own. */
export async function startBuiltServer(env: Record<string, string> = {}): Promise<BuiltServer> {
  await run(process.execPath, ['tools/build.mjs'], { cwd: root });
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'));
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.on('exit', done));
  const address = await new Promise<string>((done, fail) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /running at (http:\S+)/.exec(output)?.[1];
      if (found) done(found);
    });
    child.on('exit', () => fail(new Error(output)));
  });
  return {
    address,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
