import type { NetworkRules } from '@rollcall/core/attendance/evidence/evidence.ports';
import ipaddr from 'ipaddr.js';

type Network = ReturnType<typeof ipaddr.parseCIDR>;

function readNetwork(text: string): Network | null {
  try {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    // Of four parts: the library also reads 127.1 and 0x7f000001.
    const isAddress = text.includes(':')
      ? ipaddr.IPv6.isValid(text)
      : ipaddr.IPv4.isValidFourPartDecimal(text);
    if (!isAddress) return null;
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}

/** The rules for hosts with a network of their own; a demo in a browser has none and does without the library. */
export const networkRules: NetworkRules = { isNetwork, isInNetworks };

/** Whether a text names an address or a range of addresses, such as 192.168.1.0/24. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== null;
}

/** Whether an address lies in one of the networks. An IPv4 address inside an IPv6 one counts as what it is. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address);
  return networks.some((text) => {
    const network = readNetwork(text);
    return network !== null && network[0].kind() === own.kind() && own.match(network);
  });
}
