import { createHmac, randomBytes } from 'node:crypto';
import type { PasskeyLibrary } from '@rollcall/core/auth/factors/factors.ports';
import type { PasskeyResponse } from '@rollcall/core/auth/factors/factors.types';
import type { TestApp } from './test-app.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an app with the secret shows at a time (RFC 6238). */
export function codeOfApp(secret: string, at: Date): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', fromBase32(secret)).update(step).digest();
  const start = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

interface FakeResponse extends PasskeyResponse {
  readonly challenge: string;
  readonly counter: number;
  readonly rpId: string;
  readonly isVerified: boolean;
}

/** Stands in for WebAuthn: an answer repeats the challenge instead of signing it. */
export function createFakePasskeys(): PasskeyLibrary {
  const challenge = () => randomBytes(16).toString('base64url');
  const fits = (response: FakeResponse, asked: { challenge: string; party: { id: string } }) =>
    response.challenge === asked.challenge && response.rpId === asked.party.id;
  return {
    async newPasskey({ party, existing }) {
      const made = challenge();
      const options = { rpId: party.id, challenge: made, exclude: existing.map((each) => each.credentialId) };
      return { options, challenge: made };
    },
    async verifyNew({ response, ...asked }) {
      const given = response as FakeResponse; // made by `answerOf`
      if (!fits(given, asked)) return null;
      return { credentialId: given.id, publicKey: new Uint8Array([1]), counter: 0, transports: ['usb'] };
    },
    async ask({ party, allowed }) {
      const made = challenge();
      const allow = allowed?.map((each) => each.credentialId) ?? null;
      return { options: { rpId: party.id, challenge: made, allow }, challenge: made };
    },
    async verify({ response, verifyPerson, ...asked }) {
      const given = response as FakeResponse; // made by `answerOf`
      return fits(given, asked) && (given.isVerified || !verifyPerson) ? { counter: given.counter } : null;
    },
  };
}

/** What the fake browser answers to options. */
export const answerOf = (
  id: string,
  { rpId, challenge }: { readonly rpId: string; readonly challenge: string },
  { counter = 0, isVerified = true }: { counter?: number; isVerified?: boolean } = {},
): FakeResponse => ({ id, rpId, challenge, counter, isVerified });

/** Gives somebody who is signed in a passkey; answers its id. */
export async function addPasskey(
  app: Pick<TestApp, 'call'>,
  token: string,
  credential: string,
  name = 'Phone',
): Promise<number> {
  const { body } = await app.call('POST', '/me/passkeys/options', { token });
  const response = answerOf(credential, body.options);
  const added = await app.call('POST', '/me/passkeys', { token, body: { name, response } });
  if (added.status !== 200) throw new Error(added.text);
  return Number(added.body.id);
}

/** Signs in with a passkey alone. */
export async function signInAlone(
  app: Pick<TestApp, 'call'>,
  credential: string,
  answer: Parameters<typeof answerOf>[2] = {},
) {
  const { ticket, options } = (await app.call('POST', '/sign-in/passkey/options')).body;
  return app.call('POST', '/sign-in/passkey', {
    body: { ticket, passkey: answerOf(credential, options, answer) },
  });
}
