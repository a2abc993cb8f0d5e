import { createHash } from 'node:crypto';
import { type ModelPackage, tarballName } from './model-parts.ts';

type ModelProblem = 'wrong_hash' | 'missing' | 'not_fetched' | 'bad_manifest';

/** Why the models are not ready; the message is for the operator of the server. */
export class ModelError extends Error {
  constructor(
    readonly problem: ModelProblem,
    message: string,
  ) {
    super(message);
    this.name = 'ModelError';
  }
}

export function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** sha512 in npm's notation: the algorithm, then base64. */
export function sha512Integrity(data: Uint8Array): string {
  return `sha512-${createHash('sha512').update(data).digest('base64')}`;
}

/** Throws a ModelError if a file's hash is not the pinned one. */
export function assertHash(what: string, expected: string, found: string): void {
  if (expected === found) return;
  throw new ModelError(
    'wrong_hash',
    `${what} is not the file this version was tested with, and is refused. Expected ${expected}, found ${found}.`,
  );
}

export function assertTarballHash(from: ModelPackage, tarball: Uint8Array): void {
  assertHash(`The package ${tarballName(from)}`, from.integrity, sha512Integrity(tarball));
}
