import type { PasskeyLibrary } from '@rollcall/core/auth/factors/factors.ports';
import type { PasskeyResponse } from '@rollcall/core/auth/factors/factors.types';
import { onTestFinished } from 'vitest';

const text = (bytes: BufferSource) => new TextDecoder().decode(bytes);
const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).buffer;

/** The challenge that a browser's answer repeats; real ones are signed. */
function challengeIn(response: PasskeyResponse): unknown {
  const { response: inner } = response as { response?: { clientDataJSON?: string } }; // as the browser's library makes it
  return JSON.parse(Buffer.from(inner?.clientDataJSON ?? '', 'base64url').toString() || '{}').challenge;
}

/** The server's half: options as browsers take them, and answers that count if they repeat the challenge. */
export function createPasskeyLibrary(): PasskeyLibrary {
  let made = 0;
  const nextChallenge = () => Buffer.from(`challenge ${++made}`).toString('base64url');
  const idsOf = (passkeys: readonly { readonly credentialId: string }[]) =>
    passkeys.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' }));
  return {
    async newPasskey({ party, partyName, username, displayName, existing }) {
      const challenge = nextChallenge();
      const user = { id: 'dXNlcg', name: username, displayName };
      const rp = { id: party.id, name: partyName };
      const options = { challenge, rp, user, pubKeyCredParams: [], excludeCredentials: idsOf(existing) };
      return { options, challenge };
    },
    async verifyNew({ challenge, response }) {
      if (challengeIn(response) !== challenge) return null;
      return { credentialId: response.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    },
    async ask({ party, allowed }) {
      const challenge = nextChallenge();
      const options = { challenge, rpId: party.id, ...(allowed ? { allowCredentials: idsOf(allowed) } : {}) };
      return { options, challenge };
    },
    async verify({ challenge, response }) {
      return challengeIn(response) === challenge ? { counter: 0 } : null;
    },
  };
}

/**
 * The browser's half, `navigator.credentials`, with one passkey, until the test is finished. `isCancelled`: the person
 * closes the dialog.
 */
export function installAuthenticator(state: { isCancelled: boolean } = { isCancelled: false }) {
  const id = Buffer.from('credential').toString('base64url');
  const answer = (publicKey: { challenge: BufferSource }) => {
    if (state.isCancelled) throw Object.assign(new Error('cancelled'), { name: 'NotAllowedError' });
    const challenge = Buffer.from(text(publicKey.challenge)).toString('base64url');
    const buffer = encoded({});
    return {
      id,
      rawId: encoded('credential'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response: {
        clientDataJSON: encoded({ challenge }),
        attestationObject: buffer,
        authenticatorData: buffer,
        signature: buffer,
        getTransports: () => [],
      },
    };
  };
  const credentials = {
    create: async ({ publicKey }: CredentialCreationOptions) => publicKey && answer(publicKey),
    get: async ({ publicKey }: CredentialRequestOptions) => publicKey && answer(publicKey),
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: class {} });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials');
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  });
  return state;
}
