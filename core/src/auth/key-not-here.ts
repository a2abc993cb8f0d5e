import { AppError } from '../kernel/errors.ts';
import type { SealedSecret, SecretBox } from './auth.ports.ts';

const RETRY_SECONDS = 60;

/** Fails with `key_not_here` (503) where this server does not have the master key in use: the caller asks again later. */
export function assertKeyHere(secretBox: SecretBox): void {
  if (!secretBox.hasKey()) throw new AppError('key_not_here', { retryAfterSeconds: RETRY_SECONDS });
}

/** The same for a secret that this server cannot open. What does not open although the key is here is lost. */
export function assertOpensHere(secretBox: SecretBox, secret: SealedSecret): void {
  if (!secretBox.canOpen(secret)) assertKeyHere(secretBox);
}
