import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { createSecretFile, readSecretFile } from '../keys/secret-file.ts';
import {
  DAY_MS,
  EARLIEST,
  KEY_ALGORITHM,
  keyToPem,
  newKeys,
  newSerialNumber,
  readPem,
  SIGNING_ALGORITHM,
} from './certificate-parts.ts';
import {
  decodePermitted,
  encodePermitted,
  isPermitted,
  NAME_CONSTRAINTS,
  permittedFor,
} from './name-constraints.ts';

const YEARS = 10;
const LONGEST_HOST = 40;

/** The certificate authority of this installation, which devices trust once. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly signingKey: webcrypto.CryptoKey;
  /** SHA-256 of the certificate in pairs of digits, as browsers and systems show it. */
  readonly fingerprint: string;
  readonly expiresAt: Date;
  /** Whether it may vouch for a name or an address. */
  readonly permits: (name: string) => boolean;
}

/** The authority cannot be used, in one sentence that says what to do. */
class AuthorityProblem extends Error {
  override readonly name = 'AuthorityProblem';
  readonly code = 'AUTHORITY_PROBLEM';
}

interface NewAuthority {
  /** For the name of the authority in the lists of devices. */
  readonly host: string;
  /** Names and addresses outside private networks that it may vouch for. */
  readonly others: readonly string[];
  readonly now: Date;
}

/** Makes a key and a certificate, in PEM. */
async function makeAuthority({ host, others, now }: NewAuthority): Promise<string> {
  const keys = await newKeys();
  const from = Math.max(now.getTime(), EARLIEST.getTime());
  const day = new Date(from).toISOString().slice(0, 10);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    // With the day: a device may know an earlier authority of the same machine.
    name: [{ CN: [`Rollcall on ${host.slice(0, LONGEST_HOST)}, ${day}`] }, { O: ['Rollcall'] }],
    // Whatever the clock says: one that was ahead must not make an authority for next year.
    notBefore: EARLIEST,
    notAfter: new Date(from + YEARS * 365 * DAY_MS),
    signingAlgorithm: SIGNING_ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      // A stolen key can imitate servers of this network only: not the rest of the web, no mail, no program, no client.
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new Extension(NAME_CONSTRAINTS, true, encodePermitted(permittedFor(others))),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return `${keyToPem(keys.privateKey)}${certificate.toString('pem')}\n`;
}

/** Reads the file of an authority; null where it does not hold one. */
async function readAuthority(text: string): Promise<Authority | null> {
  const read = readPem(text);
  if (!read?.certificate.ca) return null;
  const certificate = new X509Certificate(new Uint8Array(read.certificate.raw));
  const constraints = certificate.getExtension(NAME_CONSTRAINTS);
  if (!constraints) return null;
  const permitted = decodePermitted(constraints.value);
  return {
    certificate,
    signingKey: await webcrypto.subtle.importKey(
      'pkcs8',
      new Uint8Array(read.key.export({ type: 'pkcs8', format: 'der' })),
      KEY_ALGORITHM,
      false,
      ['sign'],
    ),
    fingerprint: read.certificate.fingerprint256,
    expiresAt: certificate.notAfter,
    permits: (name) => isPermitted(permitted, name),
  };
}

/**
 * Opens the authority of this folder, and makes one where there is none. A file that cannot be read is an error and is
 * never replaced: devices trust the authority that was in it, and a copy of it may exist.
 */
export async function openAuthority(
  path: string,
  needs: NewAuthority,
): Promise<{ readonly authority: Authority; readonly isNew: boolean }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let text = await readSecretFile(path);
  let isNew = false;
  if (text === null) {
    // Another server of the same folder may make one at the same time: the file decides.
    isNew = await createSecretFile(path, await makeAuthority(needs));
    text = (await readSecretFile(path)) ?? '';
  }
  const authority = await readAuthority(text);
  if (!authority)
    throw new AuthorityProblem(
      `${path} does not hold the certificate authority of this installation any more. Put a copy of the file back. ` +
        'If there is none, move the file away: the next start makes a new authority, which every device has to trust again.',
    );
  return { authority, isNew };
}
