import type { GuardAttempt, SecretBox } from '../../../auth/auth.ports.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { PeopleRepos } from '../../../people/people.ports.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { KioskActor, KioskAnswer } from '../kiosk.types.ts';
import type { KioskMarks, Refused, Shown, ShownMoment } from '../kiosk-marks.ts';
import { hashCardCode, meansOf, NUMBER_PURPOSE, readScanned, type Scanned } from './card-codes.rules.ts';
import type { CardRepos } from './cards.ports.ts';
import { importPhoneKey, isPhoneMac, isStepNow, phonePurpose } from './phone-codes.rules.ts';

type Repos = CardRepos & PeopleRepos;

interface Needs {
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly kioskMarks: KioskMarks;
  readonly secretBox: SecretBox;
  readonly guardAttempt: GuardAttempt;
}

/** The card was revoked, or the code used, while the mark was on its way. */
class CodeSpent extends AppError {}

/** Whose it is, and how it is used up together with the mark; null for a card or code that counts no more. */
interface Holder {
  readonly personId: number;
  readonly spend: ((tx: CardRepos) => Promise<boolean>) | null;
}

/** Cards and the codes of phones at a kiosk: as good as a face, and without one. */
export function createKioskCards({ repos, settings, kioskMarks, secretBox, guardAttempt }: Needs) {
  const { assertOffered, among: peopleAt, note, mark } = kioskMarks;

  const ofCard = async (hash: Uint8Array, { now, heldAt }: ShownMoment): Promise<Holder | null> => {
    const card = await repos.cards.byHash(hash, heldAt);
    if (!card) return null;
    const { id, personId, isValid } = card;
    return { personId, spend: isValid ? (tx) => tx.cards.use(id, now, heldAt) : null };
  };

  const ofPhone = async (
    code: Extract<Scanned, { kind: 'phone' }>,
    { now, heldAt }: ShownMoment,
  ): Promise<Holder | null> => {
    const { phoneId, step } = code;
    const phone = await repos.phones.byId(phoneId, heldAt);
    if (!phone) return null;
    secretBox.assertOpens(phone.secret);
    const key = await secretBox.open(phonePurpose(phoneId), phone.secret);
    if (!key || !(await isPhoneMac(await importPhoneKey(key), code))) return null;
    const { personId, isValid } = phone;
    const isGood = isValid && isStepNow(step, now) && !(await repos.phones.isStepUsed(phoneId, step));
    return { personId, spend: isGood ? (tx) => tx.phones.useStep(phoneId, step, now, heldAt) : null };
  };

  /** Printed cards and phones cannot be guessed; wrong numbers of cards are counted, known ones are always looked at. */
  const holderOf = async (
    scanned: Scanned,
    { kioskId }: KioskActor,
    at: ShownMoment,
  ): Promise<Holder | null> => {
    switch (scanned.kind) {
      case 'phone':
        return ofPhone(scanned, at);
      case 'printed':
        return ofCard(await hashCardCode(scanned.code), at);
      case 'number': {
        secretBox.assertKey();
        const caller = { address: `cards at ${kioskId}`, deviceToken: null, atDoor: at.now };
        const hash = await secretBox.digest(NUMBER_PURPOSE, scanned.number);
        return guardAttempt(null, caller, () => ofCard(hash, at));
      }
    }
  };

  const refuse = async (
    actor: KioskActor,
    means: 'card' | 'phone',
    at: ShownMoment,
  ): Promise<KioskAnswer> => {
    const outcome = means === 'phone' ? 'wrong_code' : 'wrong_card';
    await note(actor, at, outcome, means);
    return { outcome };
  };

  /** Who shows this, by the same rules whenever it was; marks nobody. The moment is when it was shown. */
  const judge = async (actor: KioskActor, text: string, at: ShownMoment): Promise<Shown | Refused> => {
    const means = meansOf(text);
    const { people } = await peopleAt(actor.kiosk, at);
    const scanned = readScanned(text);
    const holder = scanned && (await holderOf(scanned, actor, at));
    const person = holder && (await repos.people.byId(holder.personId));
    const holderId = person && person.kind !== 'admin' ? person.id : null;
    const spend = holder?.spend;
    // Whose card it is, and that it is one, is not told where the person has nothing to do.
    if (holderId === null || !spend || (people && !people.includes(holderId)))
      return { answer: await refuse(actor, means, at), whose: holderId };
    return {
      personId: holderId,
      means,
      spend: async (tx) => {
        if (!(await spend(tx))) throw new CodeSpent('conflict');
      },
    };
  };

  return {
    judge,

    /** A text that was read from a card or a phone. */
    async markByCard(actor: KioskActor, text: string): Promise<KioskAnswer> {
      const at = await settings.today();
      assertOffered(actor.kiosk, meansOf(text));
      if (!(await peopleAt(actor.kiosk, at)).isClassNow) return { outcome: 'no_class_now' };
      const found = await judge(actor, text, at);
      if ('answer' in found) return found.answer;
      try {
        return await mark(actor, at, found);
      } catch (error) {
        if (error instanceof CodeSpent) return refuse(actor, meansOf(text), at);
        throw error;
      }
    },
  };
}

export type KioskCards = ReturnType<typeof createKioskCards>;
