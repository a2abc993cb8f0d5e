import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * The proxies in front of this server, whose entries in X-Forwarded-For are believed: how many there are, or the networks
 * that they are in. False: there is none, and the header is ignored.
 */
export type TrustedProxies = false | { readonly hops: number } | { readonly networks: readonly Network[] };

const MOST_HOPS = 10;
const NO_PROXY = new Set(['false', '0']);

/** Of four parts: `ipaddr` also reads 127.1 and 0x7f000001. */
const isPlain = (text: string): boolean => text.includes(':') || /^\d+(\.\d+){3}(\/|$)/.test(text);

function parseNetwork(text: string): Network | null {
  if (!isPlain(text)) return null;
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Reads TRUST_PROXY; null for what it cannot be. `true` is one proxy. */
export function parseTrustProxy(text: string): TrustedProxies | null {
  const value = text.trim().toLowerCase();
  if (NO_PROXY.has(value)) return false;
  if (value === 'true') return { hops: 1 };
  if (/^\d+$/.test(value)) return Number(value) <= MOST_HOPS ? { hops: Number(value) } : null;
  const networks: Network[] = [];
  for (const part of value.split(',')) {
    const network = parseNetwork(part.trim());
    if (!network) return null;
    networks.push(network);
  }
  return { networks };
}

/** An entry of X-Forwarded-For: an address, some proxies write the port as well. */
function parseEntry(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isPlain(plain) && ipaddr.isValid(plain) ? ipaddr.process(plain) : null;
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean =>
  networks.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));

/**
 * The client's address. Behind trusted proxies the entry of X-Forwarded-For that the outermost of them wrote: what is
 * left of it came from the client and may be forged. A request that did not pass the proxies has its own address.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const direct = parseEntry(remote ?? '');
  if (!direct) return remote || 'unknown';
  if (trusted === false) return direct.toString();
  const entries = (forwardedFor ?? '').split(',').filter((entry) => entry.trim() !== '');
  if ('hops' in trusted) {
    const entry = entries.at(-trusted.hops);
    return ((entry === undefined ? null : parseEntry(entry)) ?? direct).toString();
  }
  let address = direct;
  for (const entry of entries.reverse()) {
    if (!isIn(address, trusted.networks)) break;
    const next = parseEntry(entry);
    if (!next) break;
    address = next;
  }
  return address.toString();
}

/**
 * The address of the pages that call, without PUBLIC_URL: passkeys belong to it. Whether they came by HTTPS only a
 * proxy can say; several write a list, the outermost first.
 */
export function pageOrigin(
  host: string | undefined,
  forwardedProto: string | undefined,
  trusted: TrustedProxies,
): string | null {
  if (!host) return null;
  const scheme = trusted === false ? undefined : forwardedProto?.split(',')[0]?.trim().toLowerCase();
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
}
