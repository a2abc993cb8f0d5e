import { describe, expect, it } from 'vitest';
import { NUMBER_PURPOSE } from '../attendance/kiosk/cards/card-codes.rules.ts';
import type { CardRepos } from '../attendance/kiosk/cards/cards.ports.ts';
import { phonePurpose } from '../attendance/kiosk/cards/phone-codes.rules.ts';
import type { KioskQueueRepos } from '../attendance/kiosk/queue/queue.ports.ts';
import { sealingPurpose } from '../attendance/kiosk/queue/queue.rules.ts';
import type { MasterKey, MasterKeys } from '../faces/face.ports.ts';
import { createInstallationKeys } from '../faces/keys/master-key.rules.ts';
import type { SealedSecret } from './auth.ports.ts';
import type { FactorRepos } from './factors/factors.ports.ts';
import { totpPurpose } from './factors/factors.rules.ts';
import type { PinRepos } from './pins/pins.ports.ts';
import { pinPurpose } from './pins/pins.rules.ts';
import type { ProviderRepos } from './providers/providers.ports.ts';
import { secretPurpose } from './providers/providers.rules.ts';
import { describeLostSecrets, resealSecrets } from './reseal-secrets.ts';
import { createSecretBox } from './secret-box.ts';

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const key = (id: string): MasterKey => ({ id, bytes: random.bytes(32) });
const keysOf = (current: MasterKey, ...retired: MasterKey[]): MasterKeys =>
  createInstallationKeys([current], { kind: 'ok', id: current.id }, retired);
const boxOf = (keys: MasterKeys) => createSecretBox({ keys, random });

const [old, fresh, strange] = [key('old'), key('fresh'), key('strange')];
const secret = new TextEncoder().encode('a secret');

describe('a sealed secret', () => {
  it('opens with its key and for its purpose only', async () => {
    const sealed = await boxOf(keysOf(old)).seal('totp|1', secret);
    expect(new TextDecoder().decode(sealed.sealed)).not.toContain('a secret');
    expect(await boxOf(keysOf(fresh, old)).open('totp|1', sealed)).toEqual(secret);
    expect(await boxOf(keysOf(old)).open('totp|2', sealed)).toBeNull();
    expect(await boxOf(keysOf(fresh)).open('totp|1', sealed)).toBeNull();
    expect(boxOf(keysOf(fresh)).canOpen(sealed)).toBe(false);
    const changed = {
      ...sealed,
      sealed: sealed.sealed.map((byte, place) => (place === 20 ? byte ^ 1 : byte)),
    };
    expect(await boxOf(keysOf(old)).open('totp|1', changed)).toBeNull();
  });

  it('is not made without a key', async () => {
    const none = createInstallationKeys([], { kind: 'missing', expected: 'old' });
    await expect(boxOf(none).seal('totp|1', secret)).rejects.toMatchObject({ code: 'key_missing' });
  });
});

describe('a change of the master key', () => {
  it('seals again what it can open, and counts the rest', async () => {
    const before = boxOf(keysOf(old));
    const stored = new Map<string, SealedSecret>([
      ['app', await before.seal(totpPurpose(7), secret)],
      ['provider', await before.seal(secretPurpose({ id: 3 }), secret)],
      ['pin', await before.seal(pinPurpose(9), secret)],
      ['kiosk', await before.seal(sealingPurpose('k1'), secret)],
      ['phone', await before.seal(phonePurpose('P'), secret)],
      ['card', await before.seal(NUMBER_PURPOSE, secret)],
      ['lost', await boxOf(keysOf(strange)).seal(totpPurpose(8), secret)],
    ]);
    const at = (name: string) => stored.get(name) ?? { masterKeyId: '', sealed: secret };
    const hashes: Uint8Array[] = [];
    const tx = {
      factors: {
        lockTotpSecrets: async () => [
          { personId: 7, isActive: true, secret: at('app') },
          { personId: 8, isActive: true, secret: at('lost') },
        ],
        resealTotp: async (_: number, __: boolean, next: SealedSecret) => void stored.set('app', next),
      },
      pins: {
        lockAll: async () => [{ personId: 9, secret: at('pin') }],
        lockFormer: async () => [],
        reseal: async (_: number, next: SealedSecret) => void stored.set('pin', next),
      },
      kioskQueue: {
        lockSealingKeys: async () => [{ id: 'k1', secret: at('kiosk') }],
        resealSealingKey: async (_: string, next: SealedSecret) => void stored.set('kiosk', next),
      },
      phones: {
        lockAll: async () => [{ id: 'P', secret: at('phone') }],
        reseal: async (_: string, next: SealedSecret) => void stored.set('phone', next),
      },
      cards: {
        lockNumbers: async () => [{ id: 'C', secret: at('card') }],
        reseal: async (_: string, next: SealedSecret, hash: Uint8Array) => {
          stored.set('card', next);
          hashes.push(hash);
        },
      },
      providers: {
        lockSecrets: async () => [{ id: 3, secret: at('provider') }],
        saveSecret: async (_: number, next: SealedSecret) => void stored.set('provider', next),
      },
    } as unknown as CardRepos & FactorRepos & KioskQueueRepos & PinRepos & ProviderRepos; // what else they can do is not used
    const { lost } = await resealSecrets(tx, boxOf(keysOf(fresh, old)), fresh.id);
    expect(lost).toBe(1);
    expect(describeLostSecrets(lost)).toContain('--second-factors');
    const after = boxOf(keysOf(fresh));
    expect(await after.open(totpPurpose(7), at('app'))).toEqual(secret);
    expect(await after.open(secretPurpose({ id: 3 }), at('provider'))).toEqual(secret);
    expect(await after.open(pinPurpose(9), at('pin'))).toEqual(secret);
    expect(await after.open(sealingPurpose('k1'), at('kiosk'))).toEqual(secret);
    expect(await after.open(phonePurpose('P'), at('phone'))).toEqual(secret);
    // The number of a card is found by a hash with the key in use.
    expect(hashes).toEqual([await after.digest(NUMBER_PURPOSE, 'a secret')]);
    expect(await before.digest(NUMBER_PURPOSE, 'a secret')).not.toEqual(hashes[0]);
    expect(at('lost').masterKeyId).toBe('strange');
  });
});
