import type { AuditRepos } from '../../audit/audit.ports.ts';
import { kioskEntry } from '../../audit/audit.rules.ts';
import type { PinCheck } from '../../auth/pins/pins.ports.ts';
import { isPin, PIN_DIGITS } from '../../auth/pins/pins.rules.ts';
import type { ClassRepos } from '../../classes/classes.ports.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { QualityReason } from '../../faces/face.types.ts';
import type { NamingReasons } from '../../faces/matching/naming.rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { SettingsReader, Today } from '../../settings/settings.ports.ts';
import type { AttendanceRecorder, AttendanceRepos } from '../attendance.ports.ts';
import type { AttendanceDay, Direction } from '../attendance.types.ts';
import type { KioskFaces, KioskRepos } from './kiosk.ports.ts';
import {
  BURST,
  directionNow,
  isInSlot,
  NOT_ME_MS,
  shortName,
  TRY_LIFETIME_MS,
  WRONG_PINS_PER_TRY,
} from './kiosk.rules.ts';
import type { Kiosk, KioskActor, KioskMeans } from './kiosk.types.ts';

type Repos = AttendanceRepos & AuditRepos & ClassRepos & KioskRepos & PeopleRepos;

interface Needs {
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly attendance: AttendanceRecorder;
  readonly kioskFaces: KioskFaces;
  readonly pins: PinCheck;
}

/** What the kiosk says to whoever stands there. */
export type KioskAnswer =
  | {
      readonly outcome: 'marked';
      /** For "Not me". */
      readonly answerId: string;
      /** First name and an initial. */
      readonly name: string;
      readonly at: Date;
      readonly direction: Direction;
      /** Seen by this or another kiosk a moment before: nothing was recorded again. */
      readonly isRepeat: boolean;
      /** The verdict of the day, where this is how the person arrived. */
      readonly arrival: AttendanceDay | null;
    }
  | { readonly outcome: 'pin_asked'; readonly tryId: string; readonly asks: 'two_digits' | 'pin' }
  | { readonly outcome: 'poor_quality'; readonly reason: QualityReason; readonly message: string }
  /** `other_way`: recognised, and a PIN is needed that the person has not chosen. */
  | { readonly outcome: 'unknown' | 'not_live' | 'wrong_pin' | 'other_way' | 'no_class_now' };

/** Answers whoever stands in front of a kiosk, and marks them. The kiosk decides nothing. */
export function createKioskAnswers(needs: Needs) {
  const { repos, transactAndPublish, settings, attendance, kioskFaces, pins } = needs;

  const assertOffered = ({ means }: Kiosk, wanted: KioskMeans): void => {
    if (!means.includes(wanted)) throw new AppError('kiosk_means_off');
  };

  /** Those whom the kiosk may recognise now; null for everybody, `no_class_now` outside of the class's slot. */
  const scopeNow = async ({ scope }: Kiosk): Promise<readonly number[] | null | 'no_class_now'> => {
    if (scope.of === 'everyone') return null;
    if (scope.of === 'class') {
      const schoolClass = scope.classId === null ? null : await repos.classes.byId(scope.classId);
      const { now, date, zone } = await settings.today();
      if (!schoolClass || !isInSlot(schoolClass, date, zone.minutesOf(now))) return 'no_class_now';
    }
    return repos.kiosks.peopleIn(scope);
  };

  /** Writes down what was answered without a mark. */
  const note = async (
    { kioskId }: KioskActor,
    outcome: string,
    means: KioskMeans,
    reasons: NamingReasons | null = null,
  ): Promise<void> => {
    const { now: at } = await settings.today();
    const nobody = { personId: null, checkInId: null };
    await repos.kiosks.insertAnswer({ kioskId, at, outcome, means, reasons, ...nobody });
  };

  /** Records the check-in with what proves it. */
  const mark = async (
    { kiosk, kioskId }: KioskActor,
    personId: number,
    means: KioskMeans,
    reasons: NamingReasons | null,
    endTry: (tx: Repos) => Promise<void> = async () => undefined,
  ): Promise<KioskAnswer> => {
    const today: Today = await settings.today();
    const { now } = today;
    return transactAndPublish(
      'attendance',
      async (tx): Promise<KioskAnswer> => {
        await endTry(tx);
        const person = await tx.people.byId(personId);
        if (!person) return { outcome: 'unknown' };
        let direction: Direction = 'in';
        const result = await attendance.record(
          tx,
          {
            personId,
            means,
            score: reasons?.score ?? null,
            evidence: 'kiosk',
            kioskId,
            direction: (checkIns) => {
              direction = directionNow(kiosk.direction, checkIns, now);
              return direction;
            },
          },
          today,
        );
        const checkInId = result.checkIn?.id ?? null;
        const outcome = checkInId === null ? 'repeated' : 'marked';
        const answerId = await tx.kiosks.insertAnswer({
          kioskId,
          at: now,
          outcome,
          means,
          personId,
          checkInId,
          reasons,
        });
        return {
          outcome: 'marked',
          answerId,
          name: shortName(person.name),
          at: now,
          direction,
          isRepeat: checkInId === null,
          arrival: result.outcome === 'marked' && direction === 'in' ? result.day : null,
        };
      },
      personId,
    );
  };

  /** Asks for the PIN, or sends to the other ways whoever has none. */
  const askPin = async (
    actor: KioskActor,
    asks: 'two_digits' | 'pin',
    people: readonly number[],
    reasons: NamingReasons,
  ): Promise<KioskAnswer> => {
    const having = await pins.having(people);
    if (having.size === 0) {
      await note(actor, 'other_way', 'face', reasons);
      return { outcome: 'other_way' };
    }
    const { now } = await settings.today();
    const expiresAt = new Date(now.getTime() + TRY_LIFETIME_MS);
    const { kioskId } = actor;
    const tryId = await repos.kiosks.insertTry({ kioskId, asks, people, reasons, expiresAt });
    return { outcome: 'pin_asked', tryId, asks };
  };

  const wrongPin = async (actor: KioskActor, means: KioskMeans): Promise<KioskAnswer> => {
    await note(actor, 'wrong_pin', means);
    return { outcome: 'wrong_pin' };
  };

  return {
    /** Several pictures of one look into the camera. */
    async identify(actor: KioskActor, pictures: readonly Uint8Array[]): Promise<KioskAnswer> {
      const { kiosk } = actor;
      assertOffered(kiosk, 'face');
      if (pictures.length < BURST.least || pictures.length > BURST.most) throw new AppError('invalid_input');
      const among = await scopeNow(kiosk);
      if (among === 'no_class_now') return { outcome: 'no_class_now' };
      const { liveness, strangersIn } = kiosk;
      const face = await kioskFaces.recognise(pictures, { liveness, strangersIn, among });
      switch (face.kind) {
        case 'poor_quality':
          await note(actor, face.reason, 'face');
          return { outcome: 'poor_quality', reason: face.reason, message: face.message };
        case 'not_live':
          await note(actor, 'not_live', 'face');
          return { outcome: 'not_live' };
        case 'unknown':
          await note(actor, 'unknown', 'face', face.reasons);
          return { outcome: 'unknown' };
        case 'named':
          return mark(actor, face.personId, 'face', face.reasons);
        default:
          return askPin(actor, face.kind, face.people, face.reasons);
      }
    },

    /** The digits that a face was asked for. */
    async completeTry(actor: KioskActor, tryId: string, typed: string): Promise<KioskAnswer> {
      const { kioskId } = actor;
      const { now } = await settings.today();
      const open = await repos.kiosks.findTry(tryId, kioskId, now);
      if (!open || open.wrongTries >= WRONG_PINS_PER_TRY) throw new AppError('kiosk_try_ended');
      const { asks, people, reasons } = open;
      const isComplete = asks === 'pin' ? isPin(typed) : typed.length === PIN_DIGITS.asked;
      const found = isComplete ? await pins.matching(people, typed, asks, `kiosk ${kioskId}`) : [];
      const [nearest, second] = found;
      // Look-alikes with the same PIN cannot be told apart by it.
      if (nearest === undefined || (asks === 'pin' && second !== undefined)) {
        await repos.kiosks.countWrongTry(tryId);
        return wrongPin(actor, 'face');
      }
      return mark(actor, nearest, 'face', reasons, async (tx) => {
        if (!(await tx.kiosks.removeTry(tryId))) throw new AppError('kiosk_try_ended');
      });
    },

    /** The number of a person and their PIN: as good as a face, and without one. */
    async markByPin(actor: KioskActor, code: string, pin: string): Promise<KioskAnswer> {
      const { kiosk, kioskId } = actor;
      assertOffered(kiosk, 'pin');
      const among = await scopeNow(kiosk);
      if (among === 'no_class_now') return { outcome: 'no_class_now' };
      const person = await repos.people.byCode(code);
      const isHere = person && person.kind !== 'admin' && (among === null || among.includes(person.id));
      // Whether the number or the PIN is wrong is not told.
      const found = await pins.matching(isHere ? [person.id] : [], pin, 'pin', `kiosk ${kioskId}`);
      return isHere && found.length > 0 ? mark(actor, person.id, 'pin', null) : wrongPin(actor, 'pin');
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
        if (date !== null) await attendance.rederiveDays(tx, [{ personId, date }], zone, now);
        await tx.audit.insert(
          kioskEntry(actor, now, 'kiosk_mark_taken_back', { undone: date !== null }, person.code),
        );
      });
    },
  };
}
