import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { systemClock } from '@rollcall/core/kernel/clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authorityPem, connectTls, openTestMachine, type TestMachine } from '../testing/local-https.ts';
import { type LocalHttps, reachableNames, SERVER_FILE } from './local-https.ts';

let machine: TestMachine;
const servers: Server[] = [];
const sockets: TLSSocket[] = [];
beforeEach(async () => {
  machine = await openTestMachine();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  await machine.close();
});

/** A listener that answers with what was asked for. */
async function listen(https: LocalHttps): Promise<number> {
  const server = createServer(https.current(), (request, response) => response.end(request.url));
  https.follow(server);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function connect(port: number, name: string, https: LocalHttps) {
  const socket = await connectTls(port, name, authorityPem(https));
  sockets.push(socket);
  return socket;
}

/** Asks over a connection that stays open, and returns the last line of the answer. */
async function ask(socket: TLSSocket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  let text = '';
  while (!text.endsWith(path)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString();
  }
  return text.slice(-path.length);
}

/** For connections: TLS compares with the clock of this machine. */
const startDaysAgo = (days: number): void => {
  machine.setTime(systemClock.now().toISOString());
  machine.passDays(-days);
};

const leafOf = (https: LocalHttps) => new X509Certificate(https.current().cert);

describe('the certificate of the server', () => {
  it('has the names and private addresses of the machine, and is valid for 90 days, from yesterday on', async () => {
    const https = await machine.open('rollcall.school.lan');
    expect(https.names()).toEqual([
      'rollcall.school.lan',
      '192.168.1.20',
      'fd00::20',
      'school-server.local',
      'school-server',
      'localhost',
      '127.0.0.1',
      '::1',
    ]);
    const leaf = leafOf(https);
    for (const name of ['rollcall.school.lan', 'school-server.local', 'school-server', 'localhost'])
      expect(leaf.checkHost(name)).toBe(name);
    for (const address of ['192.168.1.20', 'fd00::20', '127.0.0.1', '::1'])
      expect(leaf.checkIP(address)).toBe(address);
    // A public address: the authority may not vouch for it.
    expect(leaf.checkIP('2001:db8::7')).toBeUndefined();
    expect(leaf.ca).toBe(false);
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect([Date.parse(leaf.validFrom), Date.parse(leaf.validTo)]).toEqual([
      Date.parse('2026-11-15T08:00:00Z'),
      Date.parse('2027-02-14T08:00:00Z'),
    ]);
  });

  it('is kept over a restart, and made again where its file is damaged or of another authority', async () => {
    const first = await machine.open();
    expect((await machine.open()).current()).toEqual(first.current());
    await writeFile(join(machine.folder, SERVER_FILE), 'noise');
    const second = await machine.open();
    expect(second.current().cert).not.toBe(first.current().cert);
    const other = await openTestMachine();
    await writeFile(
      join(machine.folder, SERVER_FILE),
      await other.open().then(() => readFile(join(other.folder, SERVER_FILE), 'utf8')),
    );
    await other.close();
    expect(leafOf(await machine.open()).verify(new X509Certificate(authorityPem(first)).publicKey)).toBe(
      true,
    );
  });

  it('is made again when less than 30 days are left; the listener goes on, and so does an open connection', async () => {
    startDaysAgo(61);
    const https = await machine.open();
    const port = await listen(https);
    const open = await connect(port, 'localhost', https);
    expect(await ask(open, '/before')).toBe('/before');
    const before = open.getPeerX509Certificate()?.fingerprint256;

    machine.passDays(59);
    expect(await https.check()).toBe(false);
    machine.passDays(2);
    expect(await https.check()).toBe(true);
    const next = await connect(port, 'localhost', https);
    const after = next.getPeerX509Certificate();
    expect(after?.fingerprint256).not.toBe(before);
    expect(after?.fingerprint256).toBe(leafOf(https).fingerprint256);
    expect(await ask(next, '/new')).toBe('/new');
    expect(await ask(open, '/still-here')).toBe('/still-here');
    // Also for the next start.
    expect(await readFile(join(machine.folder, SERVER_FILE), 'utf8')).toContain(https.current().cert.trim());
  });

  it('is made again when the machine has another address or name, which the listener then has', async () => {
    startDaysAgo(0);
    const https = await machine.open();
    const port = await listen(https);
    machine.setAddresses('10.20.30.40');
    expect(await https.check()).toBe(true);
    expect(await https.check()).toBe(false);
    const socket = await connect(port, '127.0.0.1', https);
    const leaf = socket.getPeerX509Certificate();
    expect([leaf?.checkIP('10.20.30.40'), leaf?.checkIP('192.168.1.20')]).toEqual(['10.20.30.40', undefined]);
    // A container gets another name with each update; the authority that devices trust may not vouch for it.
    machine.setHost('f00dbabe');
    expect(await https.check()).toBe(true);
    expect(https.names()).toEqual(['10.20.30.40', 'f00dbabe.local', 'localhost', '127.0.0.1', '::1']);
  });

  it('is refused by a device that does not trust the authority, and under a name that it does not have', async () => {
    startDaysAgo(0);
    const https = await machine.open();
    const port = await listen(https);
    await expect(connectTls(port, 'localhost', undefined)).rejects.toThrow(/unable to verify|self-signed/);
    await expect(connectTls(port, 'other.local', authorityPem(https))).rejects.toThrow(/does not match/);
    await connect(port, 'localhost', https);
    await connect(port, '127.0.0.1', https);
  });

  it('and the authority leave no private key in the log', async () => {
    const https = await machine.open();
    await machine.open();
    expect(machine.lines.join('\n')).toContain(https.authority.fingerprint);
    expect(machine.lines.join('\n')).not.toMatch(/PRIVATE|BEGIN/);
  });
});

describe('the names for other devices', () => {
  const names = ['rollcall.lan', '192.168.1.20', '10.0.0.4', 'fd00::20', 'localhost', '127.0.0.1', '::1'];
  it.each([
    ['0.0.0.0', ['rollcall.lan', '192.168.1.20', '10.0.0.4']],
    ['::', ['rollcall.lan', '192.168.1.20', '10.0.0.4', 'fd00::20']],
    ['192.168.1.20', ['rollcall.lan', '192.168.1.20']],
    ['127.0.0.1', []],
    ['localhost', []],
  ])('of a server that listens at %s are %j', (host, expected) => {
    expect(reachableNames(names, host)).toEqual(expected);
  });
});
