import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromRoot } from './results.ts';

/** Runs the command line of the built server, shows what it says, and answers its seconds and how often it said how far it is. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly seconds: number; readonly told: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [fromRoot('server/dist/cli.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', DEMO_MODE: 'false', TIME_ZONE: 'UTC', ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let told = 0;
  createInterface(child.stderr).on('line', (line) => {
    if (/: \d+ % of \d+ rows$/.test(line)) told += 1;
    process.stderr.write(`${line}\n`);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`rollcall ${args.join(' ')} ended with ${code}`);
  return { seconds: Number(((performance.now() - began) / 1000).toFixed(1)), told };
}
