import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { type LocalHttps, openLocalHttps } from '../https/local-https.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A folder of keys on a machine whose name, addresses and clock a test decides. */
export async function openTestMachine(start = '2026-11-16T08:00:00Z') {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-https-'));
  let now = new Date(start);
  let host = 'school-server';
  let addresses = ['192.168.1.20', 'fe80::1%eth0', '2001:db8::7', 'fd00::20'];
  const lines: string[] = [];
  const opened: LocalHttps[] = [];
  const write = (line: string): void => {
    lines.push(line);
  };
  return {
    folder,
    /** What was logged. */
    lines,
    clock: { now: () => now },
    setTime: (text: string) => {
      now = new Date(text);
    },
    passDays: (days: number) => {
      now = new Date(now.getTime() + days * DAY_MS);
    },
    setHost: (name: string) => {
      host = name;
    },
    setAddresses: (...given: string[]) => {
      addresses = given;
    },
    async open(...names: string[]): Promise<LocalHttps> {
      const https = await openLocalHttps({
        folder,
        names,
        machine: { hostname: () => host, addresses: () => addresses },
        clock: { now: () => now },
        log: { info: write, warn: write, failure: (where) => write(where) },
      });
      opened.push(https);
      return https;
    },
    async close(): Promise<void> {
      for (const https of opened) https.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestMachine = Awaited<ReturnType<typeof openTestMachine>>;

export const authorityPem = ({ authority }: Pick<LocalHttps, 'authority'>): string =>
  authority.certificate.toString('pem');

/** Connects as a browser does: the certificate must be of the given authority and have the given name. */
export function connectTls(port: number, servername: string, ca: string | undefined): Promise<TLSSocket> {
  return new Promise((done, fail) => {
    const isAddress = servername === '127.0.0.1';
    const socket = connect({
      port,
      // `host` is what the certificate must have where there is no server name: an address has none.
      host: '127.0.0.1',
      rejectUnauthorized: true,
      ...(isAddress ? {} : { servername }),
      ...(ca === undefined ? {} : { ca }),
    });
    socket.once('secureConnect', () => done(socket));
    socket.once('error', fail);
  });
}
