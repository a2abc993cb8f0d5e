import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { end, type RunningServer, waitForAddress } from './start-server.ts';

const SCRIPT = fileURLToPath(new URL('../../../tools/demo.mjs', import.meta.url));

/**
 * The demo's folder on a server that knows nothing but files and sends no special headers. The data is the visitor's
 * own: every browser context begins with the first state.
 */
export async function startDemo(base = '/'): Promise<RunningServer> {
  let output = '';
  const child = spawn(process.execPath, [SCRIPT, '--built', '--plain'], {
    env: { ...process.env, PORT: '0', DEMO_BASE: base },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const address = await waitForAddress(child, () => output);
  const stop = () => end(child);
  return {
    url: address.replace(/\/$/, ''),
    dataDir: '',
    output: () => output,
    stop,
    kill: () => end(child, 'SIGKILL'),
    remove: stop,
  };
}
