import type { GuardAttempt, SecretBox } from '../../../auth/auth.ports.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { PeopleRepos } from '../../../people/people.ports.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { Moment } from '../../attendance.ports.ts';
import type { KioskActor, KioskAnswer } from '../kiosk.types.ts';
import type { KioskMarks, Shown } from '../kiosk-marks.ts';
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

/** Unknown cards at one kiosk within a quarter of an hour: numbers of cards can be guessed. */
const WRONG_CARDS_PER_PLACE = 30;

/** The card was revoked, or the code used, while the mark was on its way. */
class CodeSpent extends AppError {}

/** Whose it is, and how it is used up together with the mark; null for a card or code that counts no more. */
interface Holder {
  readonly personId: number;
  readonly spend: ((tx: CardRepos, at: Date) => Promise<boolean>) | null;
}

/** Cards and the codes of phones at a kiosk: as good as a face, and without one. */
export function createKioskCards({ repos, settings, kioskMarks, secretBox, guardAttempt }: Needs) {
  const { assertOffered, among: peopleAt, note, mark } = kioskMarks;

  const ofCard = async (hash: Uint8Array): Promise<Holder | null> => {
    const card = await repos.cards.byHash(hash);
    if (!card) return null;
    const { id, personId, isRevoked } = card;
    return { personId, spend: isRevoked ? null : (tx, at) => tx.cards.use(id, at) };
  };

  const ofPhone = async (code: Extract<Scanned, { kind: 'phone' }>, now: Date): Promise<Holder | null> => {
    const { phoneId, step } = code;
    const phone = await repos.phones.byId(phoneId);
    const key = phone && (await secretBox.open(phonePurpose(phoneId), phone.secret));
    if (!phone || !key || !(await isPhoneMac(await importPhoneKey(key), code))) return null;
    const { personId } = phone;
    const isGood = isStepNow(step, now) && !(await repos.phones.isStepUsed(phoneId, step));
    return { personId, spend: isGood ? (tx, at) => tx.phones.useStep(phoneId, step, at) : null };
  };

  const holderOf = async (scanned: Scanned, now: Date): Promise<Holder | null> => {
    switch (scanned.kind) {
      case 'phone':
        return ofPhone(scanned, now);
      case 'printed':
        return ofCard(await hashCardCode(scanned.code));
      case 'number':
        return ofCard(await secretBox.digest(NUMBER_PURPOSE, scanned.number));
    }
  };

  const refuse = async (actor: KioskActor, means: 'card' | 'phone', at: Moment): Promise<KioskAnswer> => {
    const outcome = means === 'phone' ? 'wrong_code' : 'wrong_card';
    await note(actor, at, outcome, means);
    return { outcome };
  };

  /** Who shows this, by the same rules whenever it was; marks nobody. The moment is when it was shown. */
  const judge = async (actor: KioskActor, text: string, at: Moment): Promise<Shown | KioskAnswer> => {
    const { kiosk, kioskId } = actor;
    const means = meansOf(text);
    assertOffered(kiosk, means);
    const among = await peopleAt(kiosk, at);
    if (among === 'no_class_now') return { outcome: 'no_class_now' };
    const scanned = readScanned(text);
    const caller = { address: `cards at ${kioskId}`, deviceToken: null, most: WRONG_CARDS_PER_PLACE };
    const holder = await guardAttempt(null, caller, async () => scanned && (await holderOf(scanned, at.now)));
    if (!holder?.spend) return refuse(actor, means, at);
    const { personId, spend } = holder;
    const person = await repos.people.byId(personId);
    const isHere = person && person.kind !== 'admin' && (among === null || among.includes(personId));
    // Whose card it is, and that it is one, is not told where the person has nothing to do.
    if (!isHere) return refuse(actor, means, at);
    return {
      personId,
      means,
      spend: async (tx) => {
        if (!(await spend(tx, at.now))) throw new CodeSpent('conflict');
      },
    };
  };

  return {
    judge,

    /** A text that was read from a card or a phone. */
    async markByCard(actor: KioskActor, text: string, moment?: Moment): Promise<KioskAnswer> {
      const at = moment ?? (await settings.today());
      const found = await judge(actor, text, at);
      if (!('personId' in found)) return found;
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
