import { describe, expect, it } from 'vitest';
import { isInNetworks, isNetwork } from './networks.ts';

describe('a network of the institution', () => {
  it.each(['192.168.1.0/24', '10.0.0.7', '2001:db8::/32', '2001:db8::1'])('is named by %s', (text) => {
    expect(isNetwork(text)).toBe(true);
  });

  it.each(['', 'school', '192.168.1', '10.0.0.0/40', '1', '192.168.1.0/', '0x7f000001'])(
    'is not named by %j',
    (text) => {
      expect(isNetwork(text)).toBe(false);
    },
  );

  it('holds the addresses of its range, also written as IPv6', () => {
    const networks = ['192.168.1.0/24', '2001:db8::/32'];
    expect(isInNetworks('192.168.1.77', networks)).toBe(true);
    expect(isInNetworks('::ffff:192.168.1.77', networks)).toBe(true);
    expect(isInNetworks('2001:db8:1::5', networks)).toBe(true);
    expect(isInNetworks('192.168.2.77', networks)).toBe(false);
    expect(isInNetworks('2001:db9::5', networks)).toBe(false);
    expect(isInNetworks('unknown', networks)).toBe(false);
    expect(isInNetworks('192.168.1.77', [])).toBe(false);
  });
});
