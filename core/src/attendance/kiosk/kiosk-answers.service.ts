import type { AuditRepos } from '../../audit/audit.ports.ts';
import { kioskEntry } from '../../audit/audit.rules.ts';
import type { PinCheck } from '../../auth/pins/pins.ports.ts';
import { isPin, PIN_DIGITS } from '../../auth/pins/pins.rules.ts';
import type { ClassRepos } from '../../classes/classes.ports.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { NamingReasons } from '../../faces/matching/naming.rules.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import type { AttendanceRecorder, AttendanceRepos } from '../attendance.ports.ts';
import type { KioskCards } from './cards/kiosk-cards.service.ts';
import type { FaceAtKiosk, KioskFaces, KioskRepos, RecognisedFace } from './kiosk.ports.ts';
import { BURST, NOT_ME_MS, TRY_LIFETIME_MS, WRONG_PINS_PER_TRY, wordOf } from './kiosk.rules.ts';
import type { KioskActor, KioskAnswer, KioskEvidence, KioskMeans } from './kiosk.types.ts';
import type { KioskMarks, Shown, ShownMoment } from './kiosk-marks.ts';
import type { KioskMovements } from './movement/kiosk-movements.service.ts';
import type { KioskMovementRepos } from './movement/movement.ports.ts';

type Repos = AttendanceRepos & AuditRepos & ClassRepos & KioskMovementRepos & KioskRepos & PeopleRepos;

interface Needs {
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly attendance: AttendanceRecorder;
  readonly kioskMarks: KioskMarks;
  readonly kioskFaces: KioskFaces;
  readonly kioskMovements: KioskMovements;
  readonly pins: PinCheck;
  readonly kioskCards: Pick<KioskCards, 'judge'>;
}

/** A face that was recognised. */
type Recognised = Extract<FaceAtKiosk, RecognisedFace>;

/** What was written down without a network shows, by the rules that hold with one. */
export interface Verdict {
  /** Null where nobody is known by it. */
  readonly shown: Shown | null;
  /** Who it is, or whose number, card or phone it is. */
  readonly personId: number | null;
  /** Null where nothing could be read. */
  readonly means: KioskMeans | null;
  /** Why the office is to decide; empty where it may be counted. */
  readonly doubts: readonly string[];
}

/** Refusals that are about what was shown, and not about the server. */
const ABOUT_EVIDENCE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'too_many_attempts',
  'kiosk_try_ended',
  'invalid_input',
  'invalid_image',
]);

/** Answers whoever stands in front of a kiosk, and marks them. The kiosk decides nothing. */
export function createKioskAnswers(needs: Needs) {
  const { repos, transactAndPublish, settings, attendance, kioskFaces, kioskMovements, kioskCards, pins } =
    needs;
  const { assertOffered, among: peopleAt, note, mark } = needs.kioskMarks;

  /** Asks for the PIN, or sends to the other ways whoever has none. */
  const askPin = async (
    actor: KioskActor,
    moment: ShownMoment,
    asks: 'two_digits' | 'pin',
    people: readonly number[],
    reasons: NamingReasons,
  ): Promise<KioskAnswer> => {
    const having = await pins.having(people);
    if (having.size === 0) {
      await note(actor, moment, 'other_way', 'face', reasons);
      return { outcome: 'other_way' };
    }
    const expiresAt = new Date(moment.now.getTime() + TRY_LIFETIME_MS);
    const { kioskId } = actor;
    const tryId = await repos.kiosks.insertTry({ kioskId, asks, people, reasons, expiresAt });
    return { outcome: 'pin_asked', tryId, asks };
  };

  const wrongPin = async (
    actor: KioskActor,
    moment: ShownMoment,
    means: KioskMeans,
  ): Promise<KioskAnswer> => {
    await note(actor, moment, 'wrong_pin', means);
    return { outcome: 'wrong_pin' };
  };

  /** Several pictures of one look into the camera. */
  const look = async (
    actor: KioskActor,
    pictures: readonly Uint8Array[],
    at: ShownMoment,
  ): Promise<Recognised | KioskAnswer> => {
    const { kiosk } = actor;
    if (pictures.length < BURST.least || pictures.length > BURST.most) throw new AppError('invalid_input');
    const { people: among } = await peopleAt(kiosk, at);
    const { liveness, strangersIn } = kiosk;
    const face = await kioskFaces.recognise(pictures, { liveness, strangersIn, among });
    switch (face.kind) {
      case 'poor_quality':
        await note(actor, at, face.reason, 'face');
        return { outcome: 'poor_quality', reason: face.reason, message: face.message };
      case 'not_live':
        await note(actor, at, 'not_live', 'face');
        return { outcome: 'not_live' };
      case 'unknown':
        await note(actor, at, 'unknown', 'face', face.reasons);
        return { outcome: 'unknown' };
      default:
        return face;
    }
  };

  /** Whoever is named is known; others are asked for digits. */
  const conclude = async (
    actor: KioskActor,
    at: ShownMoment,
    { kind, people, reasons }: RecognisedFace,
    spend?: (tx: KioskMovementRepos) => Promise<void>,
  ): Promise<Shown | KioskAnswer> => {
    const [nearest] = people;
    if (nearest === undefined) return { outcome: 'unknown' };
    if (kind === 'named') return { personId: nearest, means: 'face', reasons, ...(spend ? { spend } : {}) };
    await spend?.(repos);
    return askPin(actor, at, kind, people, reasons);
  };

  const byFace = async (
    actor: KioskActor,
    pictures: readonly Uint8Array[],
    at: ShownMoment,
  ): Promise<Shown | KioskAnswer> => {
    const found = await look(actor, pictures, at);
    if ('outcome' in found) return found;
    return found.front ? kioskMovements.ask(actor, at, found, found.front) : conclude(actor, at, found);
  };

  /** The pictures of a movement that a face was asked for. */
  const byMovement = async (
    actor: KioskActor,
    movementId: string,
    pictures: readonly Uint8Array[],
    at: ShownMoment,
  ): Promise<Shown | KioskAnswer> => {
    const found = await kioskMovements.goOn(actor, movementId, pictures, at);
    return 'outcome' in found ? found : conclude(actor, at, found.face, found.spend);
  };

  /** The digits that a face was asked for. */
  const byDigits = async (
    actor: KioskActor,
    tryId: string,
    typed: string,
    at: ShownMoment,
  ): Promise<Shown | KioskAnswer> => {
    const { kioskId } = actor;
    const where = { kioskId, at: at.now, ...(at.heldAt && { heldAt: at.heldAt }) };
    const open = await repos.kiosks.findTry(tryId, kioskId, at.now);
    if (!open || open.wrongTries >= WRONG_PINS_PER_TRY) throw new AppError('kiosk_try_ended');
    const { asks, people, reasons } = open;
    const isComplete = asks === 'pin' ? isPin(typed) : typed.length === PIN_DIGITS.asked;
    const found = isComplete ? await pins.matching(people, typed, asks, where) : [];
    const [nearest, second] = found;
    // Look-alikes with the same PIN cannot be told apart by it.
    if (nearest === undefined || (asks === 'pin' && second !== undefined)) {
      await repos.kiosks.countWrongTry(tryId);
      return wrongPin(actor, at, 'face');
    }
    const spend = async (tx: KioskRepos) => {
      if (!(await tx.kiosks.removeTry(tryId))) throw new AppError('kiosk_try_ended');
    };
    return { personId: nearest, means: 'face', reasons, spend };
  };

  /** The number of a person and their PIN: as good as a face, and without one. */
  const byPin = async (
    actor: KioskActor,
    code: string,
    pin: string,
    at: ShownMoment,
  ): Promise<Shown | KioskAnswer> => {
    const { kiosk, kioskId } = actor;
    const { people: among } = await peopleAt(kiosk, at);
    const person = await repos.people.byCode(code);
    const isHere = person && person.kind !== 'admin' && (among === null || among.includes(person.id));
    const where = { kioskId, at: at.now, number: code, ...(at.heldAt && { heldAt: at.heldAt }) };
    // Whether the number or the PIN is wrong is not told.
    const found = await pins.matching(isHere ? [person.id] : [], pin, 'pin', where);
    return isHere && found.length > 0 ? { personId: person.id, means: 'pin' } : wrongPin(actor, at, 'pin');
  };

  /** Who shows what was written down, and whose it is where it counts for nobody. */
  const identify = async (actor: KioskActor, evidence: KioskEvidence, at: ShownMoment): Promise<Verdict> => {
    const of = (found: Shown | KioskAnswer, whose: number | null): Verdict =>
      'personId' in found
        ? { shown: found, personId: found.personId, means: evidence.means, doubts: [] }
        : { shown: null, personId: whose, means: evidence.means, doubts: [wordOf(found)] };
    if ('scanned' in evidence) {
      const found = await kioskCards.judge(actor, evidence.scanned, at);
      return 'answer' in found ? of(found.answer, found.whose) : of(found, null);
    }
    if (evidence.means === 'pin') return of(await byPin(actor, evidence.code, evidence.pin, at), null);
    const seen = await look(actor, evidence.pictures, at);
    if ('outcome' in seen) return of(seen, null);
    const found = await conclude(actor, at, seen);
    const isAsked = 'outcome' in found && found.outcome === 'pin_asked' && evidence.digits !== null;
    const known = isAsked ? await byDigits(actor, found.tryId, evidence.digits, at) : found;
    const [nearest, second] = seen.people;
    const verdict = of(known, nearest !== undefined && second === undefined ? nearest : null);
    // Nobody could be asked to move: the office says whether it was them.
    return seen.front ? { ...verdict, doubts: [...verdict.doubts, 'not_moved'] } : verdict;
  };

  /** Whose number was typed, whether or not the PIN was right. */
  const holderOf = async (evidence: KioskEvidence): Promise<number | null> => {
    const person = evidence.means === 'pin' ? await repos.people.byCode(evidence.code) : null;
    return person && person.kind !== 'admin' ? person.id : null;
  };

  type Find = (at: ShownMoment) => Promise<Shown | KioskAnswer>;

  /** Only where the kiosk offers this way, and while its class meets. */
  const whereOffered =
    (actor: KioskActor, means: KioskMeans, find: Find): Find =>
    async (at) => {
      assertOffered(actor.kiosk, means);
      return (await peopleAt(actor.kiosk, at)).isClassNow ? find(at) : { outcome: 'no_class_now' };
    };

  /** Marks whoever is known now. */
  const markNow = async (actor: KioskActor, find: Find): Promise<KioskAnswer> => {
    const at = await settings.today();
    const found = await find(at);
    return 'personId' in found ? mark(actor, at, found) : found;
  };

  return {
    identify: (actor: KioskActor, pictures: readonly Uint8Array[]): Promise<KioskAnswer> =>
      markNow(
        actor,
        whereOffered(actor, 'face', (at) => byFace(actor, pictures, at)),
      ),

    move: (actor: KioskActor, movementId: string, pictures: readonly Uint8Array[]): Promise<KioskAnswer> =>
      markNow(actor, (at) => byMovement(actor, movementId, pictures, at)),

    completeTry: (actor: KioskActor, tryId: string, typed: string): Promise<KioskAnswer> =>
      markNow(actor, (at) => byDigits(actor, tryId, typed, at)),

    markByPin: (actor: KioskActor, code: string, pin: string): Promise<KioskAnswer> =>
      markNow(
        actor,
        whereOffered(actor, 'pin', (at) => byPin(actor, code, pin, at)),
      ),

    /**
     * Judges what was written down by the settings of then; marks nobody. What the office has to decide names whose it is,
     * where that is known.
     */
    async judge(actor: KioskActor, evidence: KioskEvidence, at: ShownMoment): Promise<Verdict> {
      const { isClassNow } = await peopleAt(actor.kiosk, at);
      const rules = [
        ...(actor.kiosk.means.includes(evidence.means) ? [] : ['kiosk_means_off']),
        ...(isClassNow ? [] : ['no_class_now']),
      ];
      const verdict = await identify(actor, evidence, at).catch((error: unknown): Verdict => {
        if (error instanceof AppError && ABOUT_EVIDENCE.has(error.code))
          return { shown: null, personId: null, means: evidence.means, doubts: [error.code] };
        throw error;
      });
      const personId = verdict.personId ?? (await holderOf(evidence));
      return { ...verdict, personId, doubts: [...verdict.doubts, ...rules] };
    },

    /** Whether so many people may be recognised here that every face is asked for two digits. */
    async asksEverybody({ kiosk }: KioskActor): Promise<boolean> {
      if (!kiosk.means.includes('face')) return false;
      const { scope, strangersIn } = kiosk;
      const among = scope.of === 'everyone' ? null : await repos.kiosks.peopleIn(scope);
      return kioskFaces.areTooMany({ strangersIn, among });
    },

    /** The person who was named is not the one who stands there: the check-in is undone, and the error counted. */
    async notMe(actor: KioskActor, answerId: string): Promise<void> {
      const { kioskId } = actor;
      const { now, zone } = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const answer = await tx.kiosks.lockAnswer(answerId, kioskId);
        if (!answer || now.getTime() - answer.at.getTime() > NOT_ME_MS)
          throw new AppError('kiosk_answer_ended');
        const { personId, checkInId } = answer;
        await tx.kiosks.takeBackAnswer(answerId, now);
        const person = await tx.people.byId(personId);
        if (!person) return;
        await tx.attendance.lockPeople([personId]);
        const date = checkInId === null ? null : await tx.attendance.removeCheckIn(checkInId, personId);
        if (date !== null) await attendance.rederiveDays(tx, [{ personId, date }], zone, now, null);
        await tx.audit.insert(
          kioskEntry(actor, now, 'kiosk_mark_taken_back', { undone: date !== null }, person.code),
        );
      });
    },
  };
}
