import { NUMBER_PURPOSE } from '../attendance/kiosk/cards/card-codes.rules.ts';
import type { CardRepos } from '../attendance/kiosk/cards/cards.ports.ts';
import { phonePurpose } from '../attendance/kiosk/cards/phone-codes.rules.ts';
import type { KioskQueueRepos } from '../attendance/kiosk/queue/queue.ports.ts';
import { sealingPurpose } from '../attendance/kiosk/queue/queue.rules.ts';
import type { SealedSecret, SecretBox } from './auth.ports.ts';
import type { FactorRepos } from './factors/factors.ports.ts';
import { totpPurpose } from './factors/factors.rules.ts';
import type { PinRepos } from './pins/pins.ports.ts';
import { pinPurpose } from './pins/pins.rules.ts';
import type { ProviderRepos } from './providers/providers.ports.ts';
import { secretPurpose } from './providers/providers.rules.ts';

/**
 * Seals the secrets of second factors, PINs, cards, phones, kiosks and identity providers with the master key in use,
 * where the one that sealed them is at hand. Answers how many nothing opens: those cannot be used.
 */
export async function resealSecrets(
  tx: CardRepos & FactorRepos & KioskQueueRepos & PinRepos & ProviderRepos,
  box: SecretBox,
  keyInUse: string,
): Promise<{ readonly lost: number }> {
  let lost = 0;
  const reseal = async (
    purpose: string,
    secret: SealedSecret,
    save: (next: SealedSecret, plain: Uint8Array) => Promise<void>,
  ): Promise<void> => {
    if (secret.masterKeyId === keyInUse) return;
    const plain = await box.open(purpose, secret);
    if (plain) await save(await box.seal(purpose, plain), plain);
    else lost += 1;
  };
  for (const { personId, isActive, secret } of await tx.factors.lockTotpSecrets())
    await reseal(totpPurpose(personId), secret, (next) => tx.factors.resealTotp(personId, isActive, next));
  for (const { personId, secret } of await tx.pins.lockAll())
    await reseal(pinPurpose(personId), secret, (next) => tx.pins.reseal(personId, next));
  for (const { secret, ...pin } of await tx.pins.lockFormer())
    await reseal(pinPurpose(pin.personId), secret, (next) => tx.pins.resealFormer(pin, next));
  for (const { id, secret } of await tx.kioskQueue.lockSealingKeys())
    await reseal(sealingPurpose(id), secret, (next) => tx.kioskQueue.resealSealingKey(id, next));
  for (const { id, secret } of await tx.cards.lockNumbers())
    await reseal(NUMBER_PURPOSE, secret, async (next, plain) =>
      tx.cards.reseal(id, next, await box.digest(NUMBER_PURPOSE, new TextDecoder().decode(plain))),
    );
  for (const { id, secret } of await tx.phones.lockAll())
    await reseal(phonePurpose(id), secret, (next) => tx.phones.reseal(id, next));
  for (const { id, secret } of await tx.providers.lockSecrets())
    await reseal(secretPurpose({ id }), secret, (next) => tx.providers.saveSecret(id, next));
  return { lost };
}

/** A sentence for the console; null when nothing is lost. */
export const describeLostSecrets = (lost: number): string | null =>
  lost === 0
    ? null
    : `${lost} secrets of second factors, PINs, cards, phones, kiosks and sign-in providers cannot be opened without the master key that sealed them. People with only an authenticator app sign in with a recovery code, or an administrator removes their second factors (for administrators: rollcall admin reset USERNAME --second-factors). A PIN that cannot be opened is chosen again, the number of a card assigned and a phone added again. What a kiosk wrote down for a key that cannot be opened is listed for the office.`;
