import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { certificateName } from './https-env.ts';

/** Port: the name and the addresses of this machine. Tests pass one of their own. */
export interface Machine {
  hostname(): string;
  /** Of the network cards, without the loopback. */
  addresses(): readonly string[];
}

export const systemMachine: Machine = {
  hostname,
  addresses: () =>
    Object.values(networkInterfaces()).flatMap((card = []) =>
      card.filter(({ internal }) => !internal).map(({ address }) => address),
    ),
};

export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'] as const;

/** The host's own name; null where it is none that DNS could have. */
export const hostNameOf = (machine: Machine): string | null => {
  const name = certificateName(machine.hostname());
  return name === null || isIP(name) > 0 || name === 'localhost' ? null : name;
};

/**
 * Every name and address under which browsers can open this server, those first that a person would type: the
 * operator's, addresses, the name that the machine announces (mDNS), its own name, the loopback.
 */
export function namesOf(machine: Machine, extra: readonly string[]): string[] {
  const host = hostNameOf(machine);
  const addresses = machine
    .addresses()
    .map((address) => address.replace(/%.*$/, ''))
    // An IPv6 address of the link alone needs the name of a card, which no browser takes.
    .filter((address) => !/^fe[89ab]/i.test(address))
    .flatMap((address) => certificateName(address) ?? [])
    .sort((a, b) => isIP(a) - isIP(b) || (a < b ? -1 : 1));
  const own = host === null ? [] : [`${host.split('.')[0]}.local`, host];
  return [...new Set([...extra, ...addresses, ...own, ...LOOPBACK_NAMES])];
}
