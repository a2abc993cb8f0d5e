import { AppError } from '@rollcall/core/kernel/errors';
import { createRouter } from '../http/router.ts';
import * as contract from './system.contract.ts';

/** The certificate authority of a server that has HTTPS of its own. */
export interface LocalCertificate {
  /** Where the server is by HTTPS. */
  readonly addresses: readonly string[];
  /** The page on which other devices learn to trust it, over HTTP; null where none reaches it. */
  readonly setupAddress: string | null;
  /** SHA-256, as devices show it. */
  readonly fingerprint: string;
  readonly expiresAt: Date;
}

/** Null where the host has no HTTPS of its own. */
export type DescribeCertificate = () => LocalCertificate | null;

export function certificateRoutes(describe: DescribeCertificate = () => null) {
  return createRouter().openapi(contract.certificate, (c) => {
    const certificate = describe();
    if (!certificate) throw new AppError('not_found');
    return c.json(present(certificate), 200);
  });
}

const present = ({ addresses, setupAddress, fingerprint, expiresAt }: LocalCertificate) => ({
  addresses: [...addresses],
  setup_address: setupAddress,
  fingerprint,
  expires_at: expiresAt.toISOString(),
});
