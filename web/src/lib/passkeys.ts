import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiError } from './api/api-error.ts';

type Library = typeof import('@simplewebauthn/browser');
let loaded: Library | null = null;

/** Not part of the first page, which asks nobody for a passkey. */
async function library(): Promise<Library> {
  loaded ??= await import('@simplewebauthn/browser');
  return loaded;
}

/** False in old browsers and on pages without HTTPS. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Whether the browser offers passkeys in the suggestions of a field, next to saved passwords. */
export const canSuggestPasskeys = async (): Promise<boolean> =>
  (await library()).browserSupportsWebAuthnAutofill();

/** The browser's own dialog for a passkey that was made before. The options are the server's, unchanged. */
export const askPasskey = async (options: unknown, how: { suggest?: boolean } = {}) => ({
  ...(await (
    await library()
  ).startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON, // made by the server's half of the same library
    useBrowserAutofill: how.suggest === true,
  })),
});

export const createPasskey = async (options: unknown) => ({
  ...(await (
    await library()
  ).startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON, // as above
  })),
});

/** Ends a dialog or suggestion that is still open. */
export const cancelPasskey = (): void => loaded?.WebAuthnAbortService.cancelCeremony();

export type PasskeyProblem = 'cancelled' | 'exists' | 'failed';

/** What went wrong in the browser; null for errors of the server, which have their own message. */
export function passkeyProblem(error: unknown): PasskeyProblem | null {
  if (!(error instanceof Error) || error instanceof ApiError) return null;
  // Browsers say NotAllowedError for a cancelled dialog and for one that nobody answered.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled';
  if (error.name === 'InvalidStateError') return 'exists';
  return 'failed';
}
