import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The server as it is installed, which `build-server.ts` has built; started from source it takes twice as long. */
const BUILT = new URL('../../dist/main.js', import.meta.url);

/** Starts the server as a separate process, with nothing in its environment but what is given. */
export function startServerProcess(env: Record<string, string>, program = BUILT) {
  const loader = program.pathname.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, fileURLToPath(program)], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', TIME_ZONE: 'Europe/Berlin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  // `close`, not `exit`: output may still arrive after `exit`.
  const exited = new Promise<number | null>((done) => child.on('close', done));
  const listening = new Promise<string>((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /running at (http:\S+)/.exec(output)?.[1];
      if (address) done(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', () => fail(new Error(output)));
  });
  listening.catch(() => {});
  return { child, listening, exited, output: () => output };
}

export type ServerProcess = ReturnType<typeof startServerProcess>;
