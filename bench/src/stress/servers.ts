import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../shared/free-port.ts';
import { fromRoot } from '../shared/results.ts';

export interface StressServer {
  readonly url: string;
  /** The code printed on the console of a server that is not set up. */
  readonly setupCode: string | null;
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Starts one real server from the sources, on a database that others use too. */
export async function startStressServer(databaseUrl: string, masterKey: string): Promise<StressServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-stress-'));
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', fromRoot('server/src/main.ts')], {
    cwd: fromRoot('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      TEMPLATE_KEY: masterKey,
      DEMO_MODE: 'false',
      // Scans are written as accepted: no face is looked at.
      MODELS_DIR: folder,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-200_000);
    });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error(`The server did not start:\n${output}`);
    const isUp = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  return {
    url,
    setupCode: /set-up code\s+(\S+)/.exec(output)?.[1] ?? null,
    log: () => output,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
