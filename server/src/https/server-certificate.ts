import 'reflect-metadata';
import { X509Certificate as NodeCertificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Authority } from './authority.ts';
import {
  DAY_MS,
  EARLIEST,
  keyToPem,
  newKeys,
  newSerialNumber,
  readPem,
  SIGNING_ALGORITHM,
} from './certificate-parts.ts';
import { certificateName } from './https-env.ts';

/** iPhones and iPads accept 825 days at most; a short life also limits what a stolen key is worth. */
const DAYS = 90;
const RENEW_DAYS = 30;
/** Clocks of tablets are often behind. */
const BACKDATED_DAYS = 1;

/** The certificate of the server itself, in PEM. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Signs a certificate of this server for these names and addresses. */
export async function makeServerCertificate(
  authority: Authority,
  names: readonly string[],
  now: Date,
): Promise<ServerCertificate> {
  const keys = await newKeys();
  const from = Math.max(now.getTime(), EARLIEST.getTime());
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: ['Rollcall server'] }],
    issuer: authority.certificate.subjectName,
    notBefore: new Date(from - BACKDATED_DAYS * DAY_MS),
    notAfter: new Date(Math.min(from + DAYS * DAY_MS, authority.expiresAt.getTime())),
    publicKey: keys.publicKey,
    signingKey: authority.signingKey,
    signingAlgorithm: SIGNING_ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) > 0 ? ('ip' as const) : ('dns' as const), value })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
    ],
  });
  return { key: keyToPem(keys.privateKey), cert: `${certificate.toString('pem')}\n` };
}

/** Reads what was kept; null where it is damaged, which costs nothing but a new one. */
export function readServerCertificate(text: string): ServerCertificate | null {
  const read = readPem(text);
  return (
    read && {
      key: String(read.key.export({ type: 'pkcs8', format: 'pem' })),
      cert: read.certificate.toString(),
    }
  );
}

function namesIn(certificate: X509Certificate): Set<string> {
  const names = certificate.getExtension(SubjectAlternativeNameExtension)?.names.toJSON() ?? [];
  return new Set(names.flatMap(({ value }) => certificateName(String(value)) ?? []));
}

/** Whether the certificate is of this authority, has exactly these names and is valid for another month. */
export function isUsable(
  { cert }: ServerCertificate,
  authority: Authority,
  names: readonly string[],
  now: Date,
): boolean {
  const certificate = new X509Certificate(cert);
  const issuer = new NodeCertificate(Buffer.from(authority.certificate.rawData));
  if (!new NodeCertificate(cert).verify(issuer.publicKey)) return false;
  const found = namesIn(certificate);
  if (found.size !== names.length || names.some((name) => !found.has(name))) return false;
  // A clock that is certainly wrong says nothing about the certificate.
  if (now < EARLIEST) return true;
  // At the end of the authority's life there is no later date to renew to.
  const end = Math.min(now.getTime() + RENEW_DAYS * DAY_MS, authority.expiresAt.getTime());
  return certificate.notBefore <= now && certificate.notAfter.getTime() >= end;
}
