import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../shared/free-port.ts';
import { installedHaproxy } from '../shared/installed-haproxy.ts';
import type { Postgres } from './postgres-pair.ts';

const config = (port: number, primary: Postgres, standby: Postgres) => `
global
  maxconn 400
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary.port} check
  server standby 127.0.0.1:${standby.port} check backup
`;

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** HAProxy in front of both databases: it leads to the standby when the primary does not answer. */
export async function startDatabaseBalancer(primary: Postgres, standby: Postgres) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-balancer-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config(port, primary, standby));
  const child = spawn(installedHaproxy(), ['-f', file, '-db'], { stdio: 'ignore' });
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`HAProxy could not be started: ${String(error)}`);
  });
  const opened = (async () => {
    for (let tries = 0; !(await isOpen(port)); tries += 1) {
      if (tries > 100 || child.exitCode !== null) throw new Error('HAProxy did not start.');
      await new Promise((wake) => setTimeout(wake, 100));
    }
  })();
  await Promise.race([opened, failed]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop(): Promise<void> {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
