import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import ipaddr from 'ipaddr.js';

/** The names for which an authority may vouch: DNS names with everything below them, and networks. */
export interface PermittedNames {
  readonly domains: readonly string[];
  readonly networks: readonly string[];
}

export const NAME_CONSTRAINTS = id_ce_nameConstraints;

/** Names that nobody can register on the internet (RFC 6762, RFC 8375, ICANN's `.internal`; `.lan` by habit). */
const DOMAINS = ['localhost', 'local', 'lan', 'home.arpa', 'internal'];

/** Addresses that the internet does not route. */
const NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
];

/** Private networks and names, and exactly these others. */
export function permittedFor(others: readonly string[]): PermittedNames {
  const names = others.filter((name) => isIP(name) === 0);
  const addresses = others.filter((name) => isIP(name) > 0);
  return {
    domains: [...new Set([...DOMAINS, ...names])],
    networks: [
      ...new Set([...NETWORKS, ...addresses.map((each) => `${each}/${isIP(each) === 6 ? 128 : 32}`)]),
    ],
  };
}

/** The value of the extension, in DER. */
export function encodePermitted({ domains, networks }: PermittedNames): ArrayBuffer {
  const bases = [
    ...domains.map((dNSName) => new GeneralName({ dNSName })),
    ...networks.map((iPAddress) => new GeneralName({ iPAddress })),
  ];
  const permittedSubtrees = new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base })));
  return AsnConvert.serialize(new NameConstraints({ permittedSubtrees }));
}

export function decodePermitted(value: ArrayBuffer): PermittedNames {
  const { permittedSubtrees } = AsnConvert.parse(value, NameConstraints);
  const bases = [...(permittedSubtrees ?? [])].map(({ base }) => base);
  return {
    domains: bases.flatMap(({ dNSName }) => dNSName ?? []),
    networks: bases.flatMap(({ iPAddress }) => iPAddress ?? []),
  };
}

/** Whether a browser would accept this name from an authority with these constraints. */
export function isPermitted({ domains, networks }: PermittedNames, name: string): boolean {
  if (isIP(name) === 0) return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
  const address = ipaddr.parse(name);
  return networks.some((text) => {
    const [range, bits] = ipaddr.parseCIDR(text);
    return range.kind() === address.kind() && address.match(range, bits);
  });
}
