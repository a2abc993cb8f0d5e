import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The configuration that operators are given. */
export const HAPROXY_CONFIG = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));

/** The installed HAProxy; Debian puts it where not every user looks. */
export const HAPROXY = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => join(folder, 'haproxy'))
  .find((path) => existsSync(path));

/** What HAProxy says about a configuration; an empty text when it takes it. */
export function checkConfig(path: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(HAPROXY ?? '', ['-c', '-f', path], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

function replaceAll(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`haproxy.cfg has no "${from}".`);
  return text.replaceAll(from, to);
}

/** Starts HAProxy with that configuration in front of two servers of this machine. */
export async function startHaproxy(folder: string, [first, second]: readonly [string, string]) {
  const port = await freePort();
  let config = await readFile(HAPROXY_CONFIG, 'utf8');
  config = replaceAll(config, 'bind :8080', `bind 127.0.0.1:${port}`);
  config = replaceAll(config, 'app1:5000', new URL(first).host);
  config = replaceAll(config, 'app2:5000', new URL(second).host);
  config = replaceAll(config, '    server app3 app3:5000 track servers/app3\n', '');
  config = replaceAll(config, '    server app3 app3:5000\n', '');
  const path = join(folder, 'haproxy.cfg');
  await writeFile(path, config);
  const child = spawn(HAPROXY ?? '', ['-db', '-f', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exited = new Promise<void>((done) => child.on('close', () => done()));
  return {
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
