import type { AuditRepos } from '../../audit/audit.ports.ts';
import { kioskEntry } from '../../audit/audit.rules.ts';
import { DOOR_FREE, NETWORK_WINDOW_MS } from '../../auth/guessing.rules.ts';
import type { ClassRepos } from '../../classes/classes.ports.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { FaceRepos } from '../../faces/face.ports.ts';
import type { NamingReasons } from '../../faces/matching/naming.rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import type { AttendanceRecorder, AttendanceRepos, Moment } from '../attendance.ports.ts';
import type { CardRepos } from './cards/cards.ports.ts';
import type { KioskRepos } from './kiosk.ports.ts';
import { isInSlot, shortName, WRONG } from './kiosk.rules.ts';
import type { Kiosk, KioskActor, KioskAnswer, KioskMeans } from './kiosk.types.ts';
import type { KioskMovementRepos } from './movement/movement.ports.ts';
import type { KioskQueueRepos } from './queue/queue.ports.ts';

type Repos = AttendanceRepos &
  AuditRepos &
  CardRepos &
  ClassRepos &
  FaceRepos &
  KioskMovementRepos &
  KioskQueueRepos &
  KioskRepos &
  PeopleRepos;

interface Needs {
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly attendance: AttendanceRecorder;
}

/** Who it is, and what showed it. */
export interface Shown {
  readonly personId: number;
  readonly means: KioskMeans;
  /** Of a face. */
  readonly reasons?: NamingReasons;
  /** What ends together with the mark, such as a code that counts once. */
  readonly spend?: (tx: Repos) => Promise<void>;
}

/** What was shown counts for nobody. */
export interface Refused {
  readonly answer: KioskAnswer;
  /** Whose it would be, for the office. The door does not tell it. */
  readonly whose: number | null;
}

/** When something was shown. */
export interface ShownMoment extends Moment {
  /** Of an entry that was written down: cards, PINs and settings count as they were then. */
  readonly heldAt?: Date;
}

/** Whom a kiosk may recognise. */
interface Among {
  /** Null for everybody. */
  readonly people: readonly number[] | null;
  /** False outside of the slot of the kiosk's class. */
  readonly isClassNow: boolean;
}

/** What every way to check in at a kiosk does in the same way: who may be here, the mark, and what is written down. */
export function createKioskMarks({ repos, transactAndPublish, settings, attendance }: Needs) {
  return {
    assertOffered({ means }: Kiosk, wanted: KioskMeans): void {
      if (!means.includes(wanted)) throw new AppError('kiosk_means_off');
    },

    async among({ scope }: Kiosk, { now, date, zone }: Moment): Promise<Among> {
      if (scope.of === 'everyone') return { people: null, isClassNow: true };
      const people = await repos.kiosks.peopleIn(scope);
      if (scope.of !== 'class') return { people, isClassNow: true };
      const schoolClass = scope.classId === null ? null : await repos.classes.byId(scope.classId);
      const isClassNow = schoolClass !== null && isInSlot(schoolClass, date, zone.minutesOf(now));
      return { people, isClassNow };
    },

    /** Writes down what was answered without a mark. */
    async note(
      actor: KioskActor,
      { now: at }: Moment,
      outcome: string,
      means: KioskMeans,
      reasons: NamingReasons | null = null,
    ): Promise<void> {
      const { kioskId } = actor;
      const nobody = { personId: null, checkInId: null };
      await repos.kiosks.insertAnswer({ kioskId, at, outcome, means, reasons, ...nobody });
      if (!WRONG.includes(outcome)) return;
      const since = new Date(at.getTime() - NETWORK_WINDOW_MS);
      const count = await repos.kiosks.countAnswers(kioskId, WRONG, since, at);
      if (count > 0 && count % DOOR_FREE === 0)
        await repos.audit.insert(kioskEntry(actor, at, 'kiosk_many_wrong', { count }));
    },

    /** Records the check-in with what proves it. */
    async mark(
      { kiosk, kioskId }: KioskActor,
      moment: Moment,
      { personId, means, reasons, spend }: Shown,
    ): Promise<KioskAnswer> {
      const { now } = moment;
      const { now: savedAt } = await settings.today();
      return transactAndPublish(
        'attendance',
        async (tx): Promise<KioskAnswer> => {
          // The person before any row that refers to them: see `lockPeople`.
          const isHere = (await tx.attendance.lockPeople([personId])).has(personId);
          const person = isHere ? await tx.people.byId(personId) : null;
          // The gallery of another server may be a moment behind: a face without a key marks nobody.
          const isKnown = person && (means !== 'face' || (await tx.faces.keyOf(personId)));
          if (!isKnown) return { outcome: 'unknown' };
          await spend?.(tx);
          const result = await attendance.record(
            tx,
            {
              personId,
              means,
              score: reasons?.score ?? null,
              evidence: 'kiosk',
              kioskId,
              direction: kiosk.direction,
              by: null,
            },
            moment,
            savedAt,
          );
          const { id: checkInId, direction, isRepeat } = result.checkIn;
          const outcome = isRepeat ? 'repeated' : 'marked';
          const answerId = await tx.kiosks.insertAnswer({
            kioskId,
            at: now,
            outcome,
            means,
            personId,
            checkInId,
            reasons: reasons ?? null,
          });
          return {
            outcome: 'marked',
            answerId,
            name: shortName(person.name),
            at: now,
            direction,
            isRepeat,
            arrival: result.outcome === 'marked' && direction === 'in' ? result.day : null,
          };
        },
        personId,
      );
    },
  };
}

export type KioskMarks = ReturnType<typeof createKioskMarks>;
