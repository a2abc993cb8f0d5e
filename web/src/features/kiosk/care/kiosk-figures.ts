import { answerTimeClass, NO_COUNTS } from '@rollcall/core/attendance/kiosk/care/health.rules';
import type { CameraCondition, KioskCounts } from '@rollcall/core/attendance/kiosk/care/health.types';
import type { CameraState } from '../../../lib/camera/camera.reducer.ts';
import type { Sight } from '../../../lib/camera/guidance.rules.ts';

/** The light is looked at once a second: more says no more. */
const LIGHT_MS = 1_000;
/** Counts that could not be sent for so long are worth nothing any more: nobody would know when it was. */
const STALE_MS = 10 * 60_000;
/** What the server takes in one report. */
const MOST = 1000;

/** The camera as reports name it, and since when. */
export interface CameraSeen {
  readonly condition: CameraCondition;
  readonly since: number;
}

export const CAMERA_START: CameraSeen = { condition: 'starting', since: 0 };

const FAILED: Partial<Record<string, CameraCondition>> = {
  denied: 'denied',
  missing: 'missing',
  busy: 'busy',
  'timed-out': 'timed_out',
  insecure: 'insecure',
  unavailable: 'unavailable',
};

function conditionOf(state: CameraState): CameraCondition {
  if (state.status === 'failed') return FAILED[state.problem] ?? 'unavailable';
  return state.status === 'ready' || state.status === 'paused' ? state.status : 'starting';
}

const isFailure = (condition: CameraCondition): boolean =>
  condition !== 'none' && condition !== 'starting' && condition !== 'ready' && condition !== 'paused';

/** Follows the camera. One that is opened again and again without a picture has failed all that time. */
export function followCamera(before: CameraSeen, state: CameraState, at: number): CameraSeen {
  const condition = conditionOf(state);
  if (condition === before.condition) return before;
  if (isFailure(before.condition) && condition === 'starting') return before;
  if (isFailure(before.condition) && isFailure(condition)) return { ...before, condition };
  return { condition, since: at };
}

const added = (a: KioskCounts, b: KioskCounts): KioskCounts => ({
  asked: a.asked + b.asked,
  answered: a.answered + b.answered,
  secondTries: a.secondTries + b.secondTries,
  answerTimes: a.answerTimes.map((count, at) => count + (b.answerTimes[at] ?? 0)),
  cameraRestarts: a.cameraRestarts + b.cameraRestarts,
  faces: a.faces + b.faces,
  backlitFaces: a.backlitFaces + b.backlitFaces,
});

const isTooMuch = ({ answerTimes, ...rest }: KioskCounts): boolean =>
  Object.values(rest).some((count) => count > MOST);

/** Counts what happens in front of a kiosk, until it is reported. It holds a few numbers, however long the kiosk runs. */
export function createKioskFigures(now: () => number) {
  let counts = NO_COUNTS;
  let since = now();
  let lightAt = Number.NEGATIVE_INFINITY;
  let somebodyAt = now();
  let sightAt = now();
  const add = (change: Partial<KioskCounts>) => {
    counts = added(counts, { ...NO_COUNTS, ...change });
  };

  return {
    /** Every picture that the guide looked at. */
    saw({ hint, face }: Pick<Sight, 'hint' | 'face'>): void {
      const at = now();
      sightAt = at;
      if (hint !== 'no_face') somebodyAt = at;
      if (!face || hint === 'too_small' || at - lightAt < LIGHT_MS) return;
      lightAt = at;
      add({ faces: 1, backlitFaces: hint === 'backlit' ? 1 : 0 });
    },

    /** Somebody touched the screen or typed. */
    touched(): void {
      somebodyAt = now();
    },

    asked(isSecondTry: boolean): void {
      add({ asked: 1, secondTries: isSecondTry ? 1 : 0 });
    },

    /** `stillSince`: when the face began to be still. */
    answered(stillSince: number): void {
      const answerTimes = NO_COUNTS.answerTimes.with(answerTimeClass(now() - stillSince), 1);
      add({ answered: 1, answerTimes });
    },

    cameraReopened(): void {
      add({ cameraRestarts: 1 });
    },

    /** When somebody was last in front of the kiosk or touched it. */
    somebodyAt: () => somebodyAt,
    /** When the guide last looked at a picture. */
    sightAt: () => sightAt,

    /** What was counted since the last report; `putBack` when it could not be sent. */
    take(): { readonly counts: KioskCounts; putBack(): void } {
      const taken = { counts, since };
      counts = NO_COUNTS;
      since = now();
      return {
        counts: taken.counts,
        putBack() {
          const both = added(taken.counts, counts);
          if (now() - taken.since > STALE_MS || isTooMuch(both)) return;
          counts = both;
          since = taken.since;
        },
      };
    },
  };
}

export type KioskFigures = ReturnType<typeof createKioskFigures>;
