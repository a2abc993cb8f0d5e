import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { clientAddress, pageOrigin, parseTrustProxy } from './addresses.ts';

const of = (trust: string, remote: string | undefined, forwardedFor?: string) => {
  const trusted = parseTrustProxy(trust);
  if (trusted === null) throw new Error(trust);
  return clientAddress(remote, forwardedFor, trusted);
};

describe('TRUST_PROXY', () => {
  it.each(['maybe', '11', '-1', '1.5', '10.0.0.0/33', '10.0.0.0/8,', 'proxy.example', '10.0.0.0/8 ::1', ','])(
    'is not %j',
    (text) => {
      expect(parseTrustProxy(text)).toBeNull();
    },
  );

  it('is false, true, a number of proxies, or addresses and networks', () => {
    expect([parseTrustProxy('false'), parseTrustProxy('0')]).toEqual([false, false]);
    expect([parseTrustProxy('true'), parseTrustProxy('1'), parseTrustProxy('3')]).toEqual([
      { hops: 1 },
      { hops: 1 },
      { hops: 3 },
    ]);
    expect(parseTrustProxy('10.0.0.0/8, 192.0.2.1,fd00::/8')).toMatchObject({
      networks: [expect.anything(), expect.anything(), expect.anything()],
    });
  });
});

describe('compose.yaml', () => {
  it('trusts one proxy, and opens the port to this machine only', async () => {
    const text = await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8');
    const trust = /^ +TRUST_PROXY: \$\{TRUST_PROXY:-(.+)\}$/m.exec(text)?.[1] ?? '';
    expect(of(trust, '172.18.0.1', '1.1.1.1, 203.0.113.1')).toBe('203.0.113.1');
    const ports = [...text.matchAll(/^ +- "(\S*\d+:\d+)"$/gm)].map(([, port]) => port);
    expect(ports).toEqual(['127.0.0.1:5000:5000']);
  });
});

describe('the address of a caller', () => {
  it('is that of the connection without a proxy, whatever the header says', () => {
    expect(of('false', '192.0.2.7', '203.0.113.1')).toBe('192.0.2.7');
    expect(of('false', '::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(of('false', 'fe80::1%eth0')).toBe('fe80::1');
    expect(of('false', undefined, '203.0.113.1')).toBe('unknown');
  });

  it('is what the outermost proxy wrote, not what the client wrote before it', () => {
    expect(of('1', '127.0.0.1', '203.0.113.1')).toBe('203.0.113.1');
    expect(of('1', '127.0.0.1', '1.1.1.1, 8.8.8.8, 203.0.113.1')).toBe('203.0.113.1');
    expect(of('2', '127.0.0.1', '1.1.1.1, 203.0.113.1, 10.0.0.2')).toBe('203.0.113.1');
    expect(of('2', '127.0.0.1', '1.1.1.1, 2001:DB8::7, 10.0.0.2')).toBe('2001:db8::7');
  });

  it('is that of the connection for whoever did not pass all proxies', () => {
    expect(of('1', '192.0.2.7')).toBe('192.0.2.7');
    expect(of('2', '192.0.2.7', '203.0.113.1')).toBe('192.0.2.7');
  });

  it('is found behind the trusted networks, however many proxies are in them', () => {
    const trust = '127.0.0.1,10.0.0.0/8,fd00::/8';
    expect(of(trust, '127.0.0.1', '203.0.113.1')).toBe('203.0.113.1');
    expect(of(trust, '::ffff:127.0.0.1', '1.1.1.1, 203.0.113.1, 10.1.2.3, fd00::9')).toBe('203.0.113.1');
    // Not from a proxy: the whole header is the client's.
    expect(of(trust, '192.0.2.7', '203.0.113.1')).toBe('192.0.2.7');
    expect(of(trust, '192.0.2.7', '10.0.0.1, 127.0.0.1')).toBe('192.0.2.7');
    // A client inside the trusted networks.
    expect(of(trust, '10.0.0.1', '10.9.9.9')).toBe('10.9.9.9');
  });

  it.each(['unknown', '_hidden', '', ' , ', '999.1.1.1', '0x7f000001', '127.1', '<script>'])(
    'is never an entry that is none: %j',
    (entry) => {
      expect(of('1', '192.0.2.7', entry)).toBe('192.0.2.7');
      expect(of('192.0.2.0/24', '192.0.2.7', `203.0.113.1,${entry}x`)).toBe('192.0.2.7');
    },
  );

  it('is read without the port that some proxies add', () => {
    expect(of('1', '127.0.0.1', '203.0.113.1:51234')).toBe('203.0.113.1');
    expect(of('1', '127.0.0.1', '[2001:db8::7]:51234')).toBe('2001:db8::7');
  });
});

describe('the address of the pages that call', () => {
  it('is by HTTPS only where a trusted proxy says so', () => {
    expect(pageOrigin('school.example', 'https', false)).toBe('http://school.example');
    expect(pageOrigin('school.example', 'https', { hops: 1 })).toBe('https://school.example');
    expect(pageOrigin('school.example:8443', 'https, http', { hops: 2 })).toBe('https://school.example:8443');
    expect(pageOrigin('localhost:5000', undefined, { hops: 1 })).toBe('http://localhost:5000');
    expect(pageOrigin('school.example', 'javascript', { hops: 1 })).toBe('http://school.example');
    expect(pageOrigin(undefined, 'https', { hops: 1 })).toBeNull();
  });
});
