import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authorityPem, openTestMachine, type TestMachine } from '../testing/local-https.ts';
import { DAY_MS, newKeys, newSerialNumber, SIGNING_ALGORITHM } from './certificate-parts.ts';
import { AUTHORITY_FILE, SERVER_FILE } from './local-https.ts';
import { makeServerCertificate } from './server-certificate.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await openTestMachine();
});
afterEach(() => machine.close());

const fileOf = (name: string) => join(machine.folder, name);

/** Asks OpenSSL, which nobody here has written. */
function verifies(ca: string, leaf: string, at: string, purpose = 'sslserver'): string {
  try {
    return execFileSync(
      'openssl',
      [
        'verify',
        '-x509_strict',
        '-purpose',
        purpose,
        '-attime',
        String(Date.parse(at) / 1000),
        '-CAfile',
        ca,
        leaf,
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
  } catch (error) {
    return String(error instanceof Error && 'stderr' in error ? error.stderr : error);
  }
}
function hasOpenSsl(): boolean {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL');
  } catch {
    return false;
  }
}

describe('the certificate authority', () => {
  it('lives ten years, vouches for no further authority, and says for which names it may vouch', async () => {
    const { authority } = await machine.open('attendance.school.example', '203.0.113.9');
    const certificate = new X509Certificate(authorityPem({ authority }));
    expect(certificate.ca).toBe(true);
    expect(authority.expiresAt.toISOString()).toBe('2036-11-13T08:00:00.000Z');
    const critical = authority.certificate.extensions.filter((each) => each.critical).map(({ type }) => type);
    // Basic constraints, key usage, name constraints.
    expect(critical).toEqual(['2.5.29.19', '2.5.29.15', '2.5.29.30']);
    const private_ = ['10.1.2.3', '172.31.0.1', '192.168.1.20', '127.0.0.1', '169.254.1.1', '100.127.0.1'];
    const private6 = ['fd12::1', 'fe80::1', '::1'];
    const names = ['localhost', 'rollcall.local', 'a.b.lan', 'x.home.arpa', 'x.internal', 'school-server'];
    const given = ['attendance.school.example', '203.0.113.9'];
    for (const name of [...private_, ...private6, ...names, ...given])
      expect(`${name} ${authority.permits(name)}`).toBe(`${name} true`);
    const others = [
      'example.com',
      'school.example',
      'notlocal',
      'xlan',
      '8.8.8.8',
      '172.32.0.1',
      '203.0.113.8',
    ];
    for (const name of [...others, '2001:db8::1', '::2'])
      expect(`${name} ${authority.permits(name)}`).toBe(`${name} false`);
  });

  it('is kept: a second start, and two at once, have the same', async () => {
    const [first, second] = await Promise.all([machine.open(), machine.open()]);
    const third = await machine.open();
    expect(second.authority.fingerprint).toBe(first.authority.fingerprint);
    expect(third.authority.fingerprint).toBe(first.authority.fingerprint);
    expect((await readdir(machine.folder)).sort()).toEqual([AUTHORITY_FILE, SERVER_FILE]);
  });

  it.skipIf(process.platform === 'win32')(
    'and the key of the server are files of the owner only',
    async () => {
      await machine.open();
      for (const name of [AUTHORITY_FILE, SERVER_FILE])
        expect(((await stat(fileOf(name))).mode & 0o777).toString(8)).toBe('600');
    },
  );

  it('in a damaged file is an error that says what to do, and the file stays as it is', async () => {
    const first = await machine.open();
    const whole = await readFile(fileOf(AUTHORITY_FILE), 'utf8');
    const key = whole.slice(0, whole.indexOf('-----BEGIN CERTIFICATE'));
    const server = await readFile(fileOf(SERVER_FILE), 'utf8');
    // Empty, cut off, without the certificate, of something else, noise.
    for (const damaged of ['', whole.slice(0, 400), key, server, randomBytes(600).toString('latin1')]) {
      await writeFile(fileOf(AUTHORITY_FILE), damaged);
      await expect(machine.open()).rejects.toThrow(
        /https-authority\.pem does not hold .* move the file away/,
      );
      expect(await readFile(fileOf(AUTHORITY_FILE), 'utf8')).toBe(damaged);
    }
    await writeFile(fileOf(AUTHORITY_FILE), whole);
    expect((await machine.open()).authority.fingerprint).toBe(first.authority.fingerprint);
  });

  it('refuses a later name beyond its reach, and says how to get one for it', async () => {
    const before = await machine.open('rollcall.lan');
    await expect(machine.open('10.0.0.9', 'attendance.school.example')).rejects.toThrow(
      /HTTPS_NAMES has attendance\.school\.example, .*move the file away/,
    );
    await rm(fileOf(AUTHORITY_FILE));
    const after = await machine.open('attendance.school.example');
    expect(after.authority.fingerprint).not.toBe(before.authority.fingerprint);
    expect(after.names()).toContain('attendance.school.example');
  });

  it('made while the clock stood in 1970, or was years ahead, is valid when the clock is right', async () => {
    for (const wrong of ['1970-01-01T00:00:10Z', '2031-05-05T00:00:00Z']) {
      machine.setTime(wrong);
      const https = await machine.open();
      machine.setTime('2026-11-16T08:00:00Z');
      await https.check();
      const { authority } = https;
      expect(authority.certificate.notBefore < machine.clock.now()).toBe(true);
      expect(authority.expiresAt.getTime()).toBeGreaterThanOrEqual(Date.parse('2035-12-01T00:00:00Z'));
      const leaf = new X509Certificate(https.current().cert);
      expect(Date.parse(leaf.validFrom)).toBeLessThan(machine.clock.now().getTime());
      expect(Date.parse(leaf.validTo)).toBeGreaterThan(machine.clock.now().getTime());
      await rm(fileOf(AUTHORITY_FILE));
    }
  });

  it.skipIf(!hasOpenSsl())(
    'is accepted by OpenSSL for this machine, and refused for the rest of the web',
    async () => {
      const https = await machine.open();
      await writeFile(fileOf('ca.pem'), authorityPem(https));
      await writeFile(fileOf('leaf.pem'), https.current().cert);
      const at = '2026-11-16T09:00:00Z';
      expect(verifies(fileOf('ca.pem'), fileOf('leaf.pem'), at)).toContain('leaf.pem: OK');
      // The same with a clock that is most of a day behind; not without end.
      expect(verifies(fileOf('ca.pem'), fileOf('leaf.pem'), '2026-11-15T09:00:00Z')).toContain('OK');
      expect(verifies(fileOf('ca.pem'), fileOf('leaf.pem'), '2027-03-01T09:00:00Z')).toContain('expired');
      for (const name of ['example.com', 'accounts.google.com', '8.8.8.8', '2001:4860::8888']) {
        // What a thief of the key would do.
        const forged = await makeServerCertificate(https.authority, [name], machine.clock.now());
        await writeFile(fileOf('forged.pem'), forged.cert);
        expect(verifies(fileOf('ca.pem'), fileOf('forged.pem'), at)).toContain('permitted subtree violation');
      }
    },
  );

  it.skipIf(!hasOpenSsl())(
    'vouches for servers only: OpenSSL refuses mail and clients that a thief of the key signs',
    async () => {
      const { authority } = await machine.open();
      const ca = authorityPem({ authority });
      await writeFile(fileOf('ca.pem'), ca);
      expect(new X509Certificate(ca).keyUsage).toEqual([ExtendedKeyUsage.serverAuth]);
      const at = machine.clock.now();
      const uses = {
        smimesign: [
          ExtendedKeyUsage.emailProtection,
          new SubjectAlternativeNameExtension([{ type: 'email', value: 'head@school.local' }]),
        ],
        sslclient: [ExtendedKeyUsage.clientAuth, null],
      } as const;
      for (const [purpose, [usage, name]] of Object.entries(uses)) {
        const { publicKey } = await newKeys();
        const forged = await X509CertificateGenerator.create({
          serialNumber: newSerialNumber(),
          subject: [{ CN: ['Forged'] }],
          issuer: authority.certificate.subjectName,
          notBefore: new Date(at.getTime() - DAY_MS),
          notAfter: new Date(at.getTime() + DAY_MS),
          publicKey,
          signingKey: authority.signingKey,
          signingAlgorithm: SIGNING_ALGORITHM,
          extensions: [
            new BasicConstraintsExtension(false, undefined, true),
            new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
            new ExtendedKeyUsageExtension([usage]),
            await AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
            await SubjectKeyIdentifierExtension.create(publicKey),
            ...(name ? [name] : []),
          ],
        });
        await writeFile(fileOf('forged.pem'), forged.toString('pem'));
        const answer = verifies(fileOf('ca.pem'), fileOf('forged.pem'), at.toISOString(), purpose);
        expect(`${purpose} ${answer}`).toMatch(
          /unsuitable certificate purpose|unsupported certificate purpose/,
        );
      }
    },
  );

  it('has a warning before it ends, and its last certificate ends with it', async () => {
    const https = await machine.open();
    expect(machine.lines.join()).not.toContain('ends on');
    machine.setTime('2036-10-20T00:00:00Z');
    expect(await https.check()).toBe(true);
    expect(Date.parse(new X509Certificate(https.current().cert).validTo)).toBe(
      https.authority.expiresAt.getTime(),
    );
    // There is no later date: it is not made again and again.
    expect(await https.check()).toBe(false);
    await machine.open();
    expect(machine.lines.join()).toContain('ends on 2036-11-13');
  });
});
