import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '@rollcall/core/kernel/clock';
import { EnvError } from '../env.ts';
import { readSecretFile, replaceSecretFile } from '../keys/secret-file.ts';
import type { Log } from '../log.ts';
import { openAuthority } from './authority.ts';
import { DAY_MS } from './certificate-parts.ts';
import { hostNameOf, LOOPBACK_NAMES, type Machine, namesOf } from './machine.ts';
import {
  isUsable,
  makeServerCertificate,
  readServerCertificate,
  type ServerCertificate,
} from './server-certificate.ts';

export const AUTHORITY_FILE = 'https-authority.pem';
export const SERVER_FILE = 'https-server.pem';

/** A machine that got another address must be reachable soon; looking costs nothing. */
const CHECK_MS = 60_000;
/** Every device has to trust the next authority: a year of notice. */
export const AUTHORITY_WARN_MS = 365 * DAY_MS;

interface Needs {
  /** The folder of the installation's keys. */
  readonly folder: string;
  /** HTTPS_NAMES. */
  readonly names: readonly string[];
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'failure'>;
}

/** What changes its certificate while it listens: Node's HTTPS server. */
interface Listener {
  setSecureContext(certificate: ServerCertificate): void;
}

/** An operator's name that the devices would not accept from the authority they trust. */
function refuseOthers(names: readonly string[], path: string, permits: (name: string) => boolean): void {
  const problems = names
    .filter((name) => !permits(name))
    .map(
      (name) =>
        `HTTPS_NAMES has ${name}, for which the certificate authority in ${path} may not vouch. Remove it from HTTPS_NAMES, or move the file away: the next start makes a new authority that may, and every device has to trust that one.`,
    );
  if (problems.length > 0) throw new EnvError(problems);
}

/**
 * HTTPS with an authority of this installation: opens or makes both certificates, and makes the server's again when
 * it ends soon or the machine has other names or addresses.
 */
export async function openLocalHttps({ folder, names: extra, machine, clock, log }: Needs) {
  const path = join(folder, AUTHORITY_FILE);
  const serverPath = join(folder, SERVER_FILE);
  const host = hostNameOf(machine);
  const others = host === null ? extra : [host, ...extra];
  const { authority, isNew } = await openAuthority(path, {
    host: host ?? 'this server',
    others,
    now: clock.now(),
  });
  refuseOthers(extra, path, authority.permits);
  const { fingerprint, expiresAt } = authority;
  log.info(
    `The certificate authority of this server is ${isNew ? 'new' : 'the one before'}: SHA-256 ${fingerprint}.`,
  );
  const left = expiresAt.getTime() - clock.now().getTime();
  if (left < AUTHORITY_WARN_MS)
    log.warn(
      `The certificate authority in ${path} ends on ${expiresAt.toISOString().slice(0, 10)}. Move the file away before: the next start makes a new one, which every device has to trust.`,
    );

  /** Public addresses, and a host name that changed since, are left out: devices would refuse them. */
  const currentNames = (): string[] => namesOf(machine, extra).filter(authority.permits);

  const listeners = new Set<Listener>();
  let certificate = readServerCertificate((await readSecretFile(serverPath)) ?? '');
  let names: readonly string[] = [];

  /** Says whether a new certificate was made. */
  const check = async (): Promise<boolean> => {
    names = currentNames();
    const now = clock.now();
    if (certificate && isUsable(certificate, authority, names, now)) return false;
    const made = await makeServerCertificate(authority, names, now);
    certificate = made;
    for (const listener of listeners) listener.setSecureContext(made);
    // After it is in use: a full disk must not keep devices away.
    await replaceSecretFile(serverPath, `${made.key}${made.cert}`);
    log.info(`A certificate for ${names.join(', ')} was made.`);
    return true;
  };
  await check();

  const timer = setInterval(() => {
    check().catch((error: unknown) => log.failure('Renewing the certificate', error));
  }, CHECK_MS);
  timer.unref();

  return {
    authority,
    check,
    names: () => names,
    /** Key and certificate for a listener that starts. */
    current(): ServerCertificate {
      if (!certificate) throw new Error('There is no certificate.');
      return certificate;
    },
    /** Gives the listener each new certificate. Connections that are open stay. */
    follow(listener: Listener): void {
      listeners.add(listener);
    },
    close: () => clearInterval(timer),
  };
}

export type LocalHttps = Awaited<ReturnType<typeof openLocalHttps>>;

const EVERYWHERE = new Set(['0.0.0.0', '::']);
const isLoopback = (name: string): boolean =>
  LOOPBACK_NAMES.some((each) => each === name) || name.startsWith('127.');

/** The names at which other devices reach a server that listens at `host`; none where it listens on this machine only. */
export function reachableNames(names: readonly string[], host: string): string[] {
  if (isLoopback(host)) return [];
  const isOpen = (name: string): boolean => {
    if (isLoopback(name)) return false;
    if (EVERYWHERE.has(host)) return isIP(name) !== 6 || host === '::';
    return isIP(name) === 0 || name === host;
  };
  return names.filter(isOpen);
}
