import type { PasskeyLibrary } from '@rollcall/core/auth/factors/factors.ports';
import type { Passkey, PasskeyResponse } from '@rollcall/core/auth/factors/factors.types';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** As long as the server keeps the challenge. */
const TIMEOUT_MS = 5 * 60_000;

const descriptor = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  transports: [...transports],
});

/** The library checks every field of an answer, and throws at the first that is wrong. */
const orNull = async <T>(verifying: Promise<T>): Promise<T | null> => verifying.catch(() => null);

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Passkeys (WebAuthn) by @simplewebauthn/server. Any authenticator will do, so none has to prove its make. */
export function createPasskeyLibrary(): PasskeyLibrary {
  return {
    async newPasskey({ party, partyName, userHandle, username, displayName, existing }) {
      const options = await generateRegistrationOptions({
        rpName: partyName,
        rpID: party.id,
        userID: copy(userHandle),
        userName: username,
        userDisplayName: displayName,
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: existing.map(descriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      return { options: { ...options }, challenge: options.challenge };
    },

    async verifyNew({ party, challenge, response }) {
      const result = await orNull(
        verifyRegistrationResponse({
          response: response as PasskeyResponse & RegistrationResponseJSON, // checked by the library
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          // A key without PIN or fingerprint can still be a second factor; alone it is refused at the sign-in.
          requireUserVerification: false,
        }),
      );
      if (!result?.verified) return null;
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
      return { credentialId: id, publicKey, counter, transports };
    },

    async ask({ party, allowed, verifyPerson }) {
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        timeout: TIMEOUT_MS,
        userVerification: verifyPerson ? 'required' : 'preferred',
        ...(allowed === null ? {} : { allowCredentials: allowed.map(descriptor) }),
      });
      return { options: { ...options }, challenge: options.challenge };
    },

    async verify({ party, challenge, passkey, response, verifyPerson }) {
      const result = await orNull(
        verifyAuthenticationResponse({
          response: response as PasskeyResponse & AuthenticationResponseJSON, // checked by the library
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          credential: {
            id: passkey.credentialId,
            publicKey: copy(passkey.publicKey),
            counter: passkey.counter,
            transports: [...passkey.transports],
          },
          requireUserVerification: verifyPerson,
        }),
      );
      return result?.verified ? { counter: result.authenticationInfo.newCounter } : null;
    },
  };
}
