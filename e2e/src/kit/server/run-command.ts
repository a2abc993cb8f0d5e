import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SERVER_SCRIPT } from './start-server.ts';

const COMMAND_SCRIPT = join(SERVER_SCRIPT, '../cli.js');

/** Runs `rollcall` on a data folder, and answers its exit code and everything that it printed. */
export async function runCommand(
  dataDir: string,
  ...args: readonly string[]
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [COMMAND_SCRIPT, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, TIME_ZONE: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  // `close`, not `exit`: output may still arrive after `exit`.
  const [exitCode]: (number | null)[] = await once(child, 'close');
  return { exitCode: exitCode ?? null, output };
}
