import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FETCH_TIMEOUT_MS, fixtureModels } from '../testing/fixtures.ts';
import { type NetworkWatch, networkWatches } from '../testing/network-watch.ts';

let folder: string;
let home: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-engine-process-'));
  home = mkdtempSync(join(folder, 'home-'));
  await fixtureModels();
}, FETCH_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = fileURLToPath(new URL('../testing/engine-process.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

const ENGINE = ['--import', tsx, program];
const UNWATCHED = { before: [], env: {} };

/** Runs Node with an empty home folder and without the switch that this test run itself sets. */
function run(watch: Pick<NetworkWatch, 'before' | 'env'>, ...args: string[]) {
  const { ORT_DISABLE_TELEMETRY: _, XDG_CACHE_HOME: __, ...own } = process.env;
  const env = { ...own, ...watch.env };
  const [command = '', ...rest] = [...watch.before, process.execPath, ...args];
  return new Promise<{ code: number | null; signal: string | null; output: string }>((done) => {
    const child = spawn(command, rest, { env: { ...env, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code, signal) => done({ code, signal, output }));
  });
}

describe('a process with the face engine', () => {
  // Elsewhere than on Linux there is no way to look.
  it.skipIf(process.platform !== 'linux')(
    'connects to nothing and leaves no file in the home folder',
    async ({ skip }) => {
      const watches = networkWatches(folder);
      if (watches.length === 0) skip('Install strace or a C compiler: nothing here can look.');
      // The first one that works; each must see a connection that is made, or it would see none that should not be.
      for (const watch of watches) {
        await run(
          watch,
          '-e',
          `require('net').connect(9, '192.0.2.1').on('error', () => {}); setImmediate(process.exit)`,
        );
        expect([watch.name, watch.outside()]).toEqual([watch.name, ['192.0.2.1']]);
      }
      const [watch] = networkWatches(mkdtempSync(join(folder, 'engine-')));
      if (!watch) throw new Error('It worked a moment ago.');
      const { code, signal, output } = await run(watch, ...ENGINE, 'load');
      expect([code, signal], output).toEqual([0, null]);
      expect(output).toContain('loaded and closed');
      expect(readdirSync(home)).toEqual([]);
      expect(watch.outside()).toEqual([]);
    },
  );

  // A thread that is ended while it loads a network aborts the process (SIGABRT, Napi::Error).
  it.each([0, 1500, 3000])('ends cleanly when it is closed %i ms after the start', async (ms) => {
    const { code, signal, output } = await run(UNWATCHED, ...ENGINE, 'stop', String(ms));
    expect([code, signal], output).toEqual([0, null]);
  });
});
