import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FETCH_TIMEOUT_MS, fixtureModels } from '../testing/fixtures.ts';

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

/** Runs the program with an empty home folder and without the switch that this test run itself sets. */
function run(before: readonly string[], ...args: string[]) {
  const { ORT_DISABLE_TELEMETRY: _, XDG_CACHE_HOME: __, ...env } = process.env;
  const [command = '', ...rest] = [...before, process.execPath, '--import', tsx, program, ...args];
  return new Promise<{ code: number | null; signal: string | null; output: string }>((done) => {
    const child = spawn(command, rest, { env: { ...env, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code, signal) => done({ code, signal, output }));
  });
}

/** `strace` shows what the native library does; a container may forbid it. */
const canTrace = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;

describe('a process with the face engine', () => {
  it('connects to nothing and leaves no file in the home folder', async () => {
    const trace = join(folder, 'trace');
    const before = canTrace ? ['strace', '-f', '--seccomp-bpf', '-e', 'trace=connect', '-o', trace] : [];
    const { code, signal, output } = await run(before, 'load');
    expect([code, signal], output).toEqual([0, null]);
    expect(output).toContain('loaded and closed');
    expect(readdirSync(home)).toEqual([]);
    if (!canTrace) return;
    const connects = readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => line.includes('AF_INET'));
    expect(connects.filter((line) => !/127\.0\.0\.1|"::1"/.test(line))).toEqual([]);
  });

  // A thread that is ended while it loads a network aborts the process (SIGABRT, Napi::Error).
  it.each([0, 1500, 3000])('ends cleanly when it is closed %i ms after the start', async (ms) => {
    const { code, signal, output } = await run([], 'stop', String(ms));
    expect([code, signal], output).toEqual([0, null]);
  });
});
