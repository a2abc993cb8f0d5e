import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ending } from '../../shared/ending.ts';
import { freePort } from '../../shared/free-port.ts';
import { installedHaproxy } from '../../shared/installed-haproxy.ts';

/** A server behind the balancer. */
export interface Backend {
  readonly name: string;
  readonly port: number;
}

/**
 * The settings of HAProxy. A server that is stopping or does not answer gets no more requests within a second; a request is
 * sent to another one only when it reached none, because a second one could do the work twice.
 */
export const haproxyConfig = (port: number, backends: readonly Backend[]): string =>
  [
    'global',
    '  maxconn 4000',
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 2m',
    '  timeout server 2m',
    '  timeout http-keep-alive 30s',
    // A server whose cores are all busy answers late, and is no less there for it.
    '  timeout check 5s',
    '  option forwardfor',
    '  option redispatch',
    '  retries 3',
    '  retry-on conn-failure',
    // While no server is there: the same answer as that of a server that is busy.
    '  http-error status 503 content-type application/json string "{}" hdr Retry-After 2',
    'frontend public',
    `  bind 127.0.0.1:${port}`,
    '  default_backend servers',
    'backend servers',
    '  balance leastconn',
    '  option httpchk GET /api/ready',
    '  http-check expect status 200',
    '  default-server check inter 500ms fall 2 rise 1',
    ...backends.map(({ name, port: own }) => `  server ${name} 127.0.0.1:${own}`),
    '',
  ].join('\n');

/** Starts HAProxy in front of the servers. */
export async function startHaproxy(backends: readonly Backend[], ending: Ending) {
  const [path, port] = [installedHaproxy(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-haproxy-'));
  ending.add('The folder of HAProxy', () => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, haproxyConfig(port, backends));
  let output = '';
  const child: ChildProcess = spawn(path, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  ending.addProcess(() => (isRunning() ? child.pid : undefined));
  const stop = async (): Promise<void> => {
    if (!isRunning()) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  ending.add('HAProxy', stop);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${url}/api/ready`).catch(() => null);
    if (response?.ok) return { url, stop };
    if (!isRunning() || tries > 300) throw new Error(`HAProxy did not start:\n${output}`);
    await new Promise((wake) => setTimeout(wake, 200));
  }
}
