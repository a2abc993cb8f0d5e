import { later } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { RandomSource } from '../../../kernel/random.ts';
import {
  drawSteps,
  type FrontView,
  MAX_STEP_FRAMES,
  SAME_STEPS_MS,
  STEP_LIFETIME_MS,
} from '../../../liveness/challenge.rules.ts';
import type { Moment } from '../../attendance.ports.ts';
import type { RecognisedFace } from '../kiosk.ports.ts';
import { wordOf } from '../kiosk.rules.ts';
import type { KioskActor, KioskAnswer } from '../kiosk.types.ts';
import type { KioskMarks } from '../kiosk-marks.ts';
import type { KioskMovementRepos, MovingFaces } from './movement.ports.ts';
import { KIOSK_STEPS, STEPS_ASKED, whatIsSaid } from './movement.rules.ts';

interface Needs {
  readonly repos: KioskMovementRepos;
  readonly random: RandomSource;
  readonly movingFaces: MovingFaces;
  readonly kioskMarks: Pick<KioskMarks, 'note'>;
}

/** A face whose movements were all shown. */
interface Shown {
  readonly face: RecognisedFace;
  /** Fails when it counted already. */
  readonly spend: (tx: KioskMovementRepos) => Promise<void>;
}

/** Asks whoever was recognised to move, one step after another, so that a photo or a recording does not check them in. */
export function createKioskMovements({ repos, random, movingFaces, kioskMarks }: Needs) {
  return {
    async ask(
      { kioskId }: KioskActor,
      { now }: Moment,
      { kind, people, reasons }: RecognisedFace,
      front: FrontView,
    ): Promise<KioskAnswer> {
      const [nearest] = people;
      const sealed = nearest === undefined ? null : await movingFaces.seal(nearest, front);
      if (nearest === undefined || !sealed) return { outcome: 'unknown' };
      // The same steps again: a new draw would let somebody wait for those that a recording shows.
      const unmet = await repos.kioskMovements.unmetSteps(nearest, later(now, -SAME_STEPS_MS));
      const steps = unmet ?? drawSteps(random, STEPS_ASKED, KIOSK_STEPS);
      const [step] = steps;
      if (!step) throw new AppError('internal');
      const movementId = await repos.kioskMovements.insert({
        kioskId,
        kind,
        people,
        reasons,
        steps,
        front: sealed,
        at: now,
        expiresAt: later(now, STEP_LIFETIME_MS),
      });
      return { outcome: 'movement_asked', movementId, step, number: 1, of: steps.length };
    },

    /** The pictures of one step. */
    async goOn(
      actor: KioskActor,
      movementId: string,
      pictures: readonly Uint8Array[],
      at: Moment,
    ): Promise<Shown | KioskAnswer> {
      if (pictures.length === 0 || pictures.length > MAX_STEP_FRAMES) throw new AppError('invalid_input');
      const movement = await repos.kioskMovements.find(movementId, actor.kioskId, at.now);
      const step = movement?.steps[movement.done];
      if (!movement || !step) throw new AppError('kiosk_try_ended');
      const problem = await movingFaces.problemOf(movement, step, pictures);
      if (problem) {
        await repos.kioskMovements.end(movementId);
        const said = whatIsSaid(problem);
        await kioskMarks.note(actor, at, wordOf(said), 'face');
        return said;
      }
      const { kind, people, reasons, steps } = movement;
      const done = movement.done + 1;
      const next = steps[done];
      if (next) {
        const isFirst = await repos.kioskMovements.advance(movement, later(at.now, STEP_LIFETIME_MS));
        if (!isFirst) throw new AppError('kiosk_try_ended');
        return { outcome: 'movement_asked', movementId, step: next, number: done + 1, of: steps.length };
      }
      return {
        face: { kind, people, reasons },
        spend: async (tx) => {
          if (!(await tx.kioskMovements.remove(movementId))) throw new AppError('kiosk_try_ended');
        },
      };
    },
  };
}

export type KioskMovements = ReturnType<typeof createKioskMovements>;
