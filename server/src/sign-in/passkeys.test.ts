import type { Passkey, PasskeyResponse } from '@rollcall/core/auth/factors/factors.types';
import { describe, expect, it } from 'vitest';
import { createSoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { createPasskeyLibrary } from './passkeys.ts';

const party = { id: 'school.example', origin: 'https://school.example' };
const passkeys = createPasskeyLibrary();

const begin = (existing: Pick<Passkey, 'credentialId' | 'transports'>[] = []) =>
  passkeys.newPasskey({
    party,
    partyName: 'Hill School',
    userHandle: new Uint8Array(32).fill(7),
    username: 'maya',
    displayName: 'Maya Rai',
    existing,
  });

async function register() {
  const key = createSoftwareAuthenticator(party.origin);
  const { options, challenge } = await begin();
  const made = await passkeys.verifyNew({ party, challenge, response: key.create(options) });
  if (!made) throw new Error('The passkey was refused.');
  const passkey: Passkey = {
    ...made,
    id: 1,
    personId: 1,
    rpId: party.id,
    name: 'Key',
    createdAt: new Date(0),
    lastUsedAt: null,
  };
  return { key, passkey };
}

type Key = ReturnType<typeof createSoftwareAuthenticator>;

/** Asks the key and checks its answer. */
async function show(
  { key, passkey }: { key: Key; passkey: Passkey },
  { flaws = {}, verifyPerson = true }: { flaws?: Parameters<Key['get']>[1]; verifyPerson?: boolean } = {},
) {
  const { options, challenge } = await passkeys.ask({ party, allowed: [passkey], verifyPerson });
  return passkeys.verify({ party, challenge, passkey, response: key.get(options, flaws), verifyPerson });
}

describe('making a passkey', () => {
  it('asks for one that can sign in alone, and not for one that is there', async () => {
    const { options, challenge } = await begin([{ credentialId: 'abc', transports: ['usb'] }]);
    expect(options).toMatchObject({
      rp: { id: 'school.example', name: 'Hill School' },
      user: { name: 'maya', displayName: 'Maya Rai' },
      challenge,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      excludeCredentials: [{ id: 'abc' }],
    });
    expect(Buffer.from(challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
  });

  it('takes the public key and the counter of the answer', async () => {
    const { key, passkey } = await register();
    expect(passkey).toMatchObject({ credentialId: key.id, counter: 0, transports: ['usb'] });
    expect(passkey.publicKey.length).toBeGreaterThan(60);
  });

  it.each([
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another page', { origin: 'https://school.example.evil.example' }],
    ['another scheme', { origin: 'http://school.example' }],
    ['another server', { rpId: 'evil.example' }],
  ])('refuses an answer to %s', async (_, flaws) => {
    const key = createSoftwareAuthenticator(party.origin);
    const { options, challenge } = await begin();
    expect(await passkeys.verifyNew({ party, challenge, response: key.create(options, flaws) })).toBeNull();
  });

  it('refuses nonsense without failing', async () => {
    const { challenge } = await begin();
    const nonsense: unknown[] = [
      { id: 'x' },
      { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 7 } },
    ];
    for (const response of nonsense)
      expect(
        await passkeys.verifyNew({ party, challenge, response: response as PasskeyResponse }),
      ).toBeNull();
  });
});

describe('showing a passkey', () => {
  it('answers the counter of the authenticator', async () => {
    const made = await register();
    expect(await show(made)).toEqual({ counter: 1 });
    expect(await show({ ...made, passkey: { ...made.passkey, counter: 1 } })).toEqual({ counter: 2 });
  });

  it.each([
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another page', { origin: 'https://evil.example' }],
    ['another server', { rpId: 'evil.example' }],
    ['a counter that went back', { counter: 3 }],
    ['a counter that stood still', { counter: 5 }],
    ['a device that did not check the person', { isVerified: false }],
    ['a signature of nobody', { signature: Buffer.from('3006020101020101', 'hex') }],
  ])('refuses %s', async (_, flaws) => {
    const { key, passkey } = await register();
    expect(
      await show({ key, passkey: { ...passkey, counter: 5 } }, { flaws: { counter: 6, ...flaws } }),
    ).toBeNull();
  });

  it('refuses the signature of another key under its id', async () => {
    const [one, two] = [await register(), await register()];
    expect(await show({ key: two.key, passkey: { ...one.passkey, credentialId: two.key.id } })).toBeNull();
  });

  it('as a second factor does not need the device to check the person', async () => {
    const made = await register();
    expect(await show(made, { flaws: { isVerified: false }, verifyPerson: false })).toEqual({ counter: 1 });
  });

  it('alone asks for any passkey of this server and for the person', async () => {
    const { options } = await passkeys.ask({ party, allowed: null, verifyPerson: true });
    expect(options).toMatchObject({ rpId: 'school.example', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
  });
});
