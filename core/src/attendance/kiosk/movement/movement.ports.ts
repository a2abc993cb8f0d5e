import type { ChallengeStep } from '../../../faces/face.types.ts';
import type { ChallengeProblem, FrontView } from '../../../liveness/challenge.rules.ts';
import type { RecognisedFace } from '../kiosk.ports.ts';

/** A face that was recognised and waits for movements. */
export interface KioskMovement extends RecognisedFace {
  readonly id: string;
  readonly steps: readonly ChallengeStep[];
  /** How many of them were shown. */
  readonly done: number;
  /** The picture that they are measured from, sealed with the key of the nearest person. */
  readonly front: Uint8Array;
}

export interface KioskMovementRepository {
  insert(
    movement: Omit<KioskMovement, 'id' | 'done'> & {
      readonly kioskId: string;
      readonly at: Date;
      readonly expiresAt: Date;
    },
  ): Promise<string>;
  /** One of this kiosk that has not ended. */
  find(id: string, kioskId: string, at: Date): Promise<KioskMovement | null>;
  /** False when another request has shown the step meanwhile. */
  advance(movement: Pick<KioskMovement, 'id' | 'done'>, expiresAt: Date): Promise<boolean>;
  /** Forgets the picture; the steps are asked for again. */
  end(id: string): Promise<void>;
  /** False when it is gone: it counted already. */
  remove(id: string): Promise<boolean>;
  /** The steps that the person was asked for last and has not shown. */
  unmetSteps(personId: number, after: Date): Promise<readonly ChallengeStep[] | null>;
  removeBefore(at: Date): Promise<void>;
}

export interface KioskMovementRepos {
  readonly kioskMovements: KioskMovementRepository;
}

/** Port: looks whether somebody moved as asked; implemented by the faces. */
export interface MovingFaces {
  /** Null when there is no face data of the person any more. */
  seal(personId: number, front: FrontView): Promise<Uint8Array | null>;
  /** What is wrong with the pictures of a step, or null; `gone` when there is no face data of the person any more. */
  problemOf(
    movement: Pick<KioskMovement, 'people' | 'front'>,
    step: ChallengeStep,
    pictures: readonly Uint8Array[],
  ): Promise<ChallengeProblem | 'gone' | null>;
}
