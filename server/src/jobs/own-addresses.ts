import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Where Linux lists its routes; other systems have no such files. */
const ROUTES = { ipv4: '/proc/net/route', ipv6: '/proc/net/ipv6_route' };

const linesOf = (file: string): string[][] => {
  try {
    return readFileSync(file, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
  } catch {
    return [];
  }
};

/** The gateways of the default routes. */
export function defaultGateways(files = ROUTES): string[] {
  const ipv4 = linesOf(files.ipv4).flatMap(([, destination, gateway = '']) =>
    destination === '00000000' && /^[\dA-F]{8}$/.test(gateway) && gateway !== '00000000'
      ? [Buffer.from(gateway, 'hex').reverse().join('.')]
      : [],
  );
  const ipv6 = linesOf(files.ipv6).flatMap(([destination = '', length, , , gateway = '']) =>
    /^0{32}$/.test(destination) && length === '00' && /^(?!0{32})[\da-f]{32}$/.test(gateway)
      ? [gateway.match(/.{4}/g)?.join(':') ?? '']
      : [],
  );
  return [...ipv4, ...ipv6];
}

/**
 * Whether a caller's address may belong to this machine: an address of its network cards, or the default gateway, from
 * which a container sees the browsers of the machine that it runs on. Read at each call, because addresses change.
 */
export function isOwnAddress(address: string, gateways = defaultGateways()): boolean {
  const [plain = ''] = address.split('%'); // a link-local address names its card
  const family = isIP(plain);
  if (family === 0) return false;
  const own = new BlockList();
  const cards = Object.values(networkInterfaces()).flatMap((card = []) => card.map((each) => each.address));
  for (const each of [...cards, ...gateways]) {
    const [known = ''] = each.split('%');
    if (isIP(known) > 0) own.addAddress(known, isIP(known) === 6 ? 'ipv6' : 'ipv4');
  }
  return own.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
