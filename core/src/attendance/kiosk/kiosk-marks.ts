import type { ClassRepos } from '../../classes/classes.ports.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { NamingReasons } from '../../faces/matching/naming.rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import type { AttendanceRecorder, AttendanceRepos, Moment } from '../attendance.ports.ts';
import type { CardRepos } from './cards/cards.ports.ts';
import type { KioskRepos } from './kiosk.ports.ts';
import { isInSlot, shortName } from './kiosk.rules.ts';
import type { Kiosk, KioskActor, KioskAnswer, KioskMeans } from './kiosk.types.ts';
import type { KioskMovementRepos } from './movement/movement.ports.ts';
import type { KioskQueueRepos } from './queue/queue.ports.ts';

type Repos = AttendanceRepos &
  CardRepos &
  ClassRepos &
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
  /** Why the office is to confirm it. */
  readonly doubt?: 'not_moved';
  /** What ends together with the mark, such as a code that counts once. */
  readonly spend?: (tx: Repos) => Promise<void>;
}

/** What every way to check in at a kiosk does in the same way: who may be here, the mark, and what is written down. */
export function createKioskMarks({ repos, transactAndPublish, settings, attendance }: Needs) {
  return {
    assertOffered({ means }: Kiosk, wanted: KioskMeans): void {
      if (!means.includes(wanted)) throw new AppError('kiosk_means_off');
    },

    /** Those whom the kiosk may recognise; null for everybody, `no_class_now` outside of the class's slot. */
    async among(
      { scope }: Kiosk,
      { now, date, zone }: Moment,
    ): Promise<readonly number[] | null | 'no_class_now'> {
      if (scope.of === 'everyone') return null;
      if (scope.of === 'class') {
        const schoolClass = scope.classId === null ? null : await repos.classes.byId(scope.classId);
        if (!schoolClass || !isInSlot(schoolClass, date, zone.minutesOf(now))) return 'no_class_now';
      }
      return repos.kiosks.peopleIn(scope);
    },

    /** Writes down what was answered without a mark. */
    async note(
      { kioskId }: KioskActor,
      { now: at }: Moment,
      outcome: string,
      means: KioskMeans,
      reasons: NamingReasons | null = null,
    ): Promise<void> {
      const nobody = { personId: null, checkInId: null };
      await repos.kiosks.insertAnswer({ kioskId, at, outcome, means, reasons, ...nobody });
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
          await spend?.(tx);
          const person = await tx.people.byId(personId);
          if (!person) return { outcome: 'unknown' };
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
