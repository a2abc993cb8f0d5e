import type { ChallengeStep } from '@rollcall/core/faces/face.types';

/** First a look straight ahead, then what was asked, in the order asked. */
export type Stage = 'front' | ChallengeStep;

export interface ChallengeRun {
  readonly stages: readonly Stage[];
  readonly stage: number;
  /** JPEG data URLs in the order taken. */
  readonly frames: readonly string[];
  /** Frames of the stage at hand. */
  readonly taken: number;
}

/**
 * `seen`: the guide saw the movement in this very frame. `timed`: nobody is watching, frames are taken by the
 * clock. `given-up`: it was watched for and not seen; the server gets the frame and the last word all the same.
 */
export interface ChallengeFrame {
  readonly type: 'seen' | 'timed' | 'given-up';
  readonly jpeg: string;
}

/** With a guide a stage ends when it is seen, at the latest after this. Three of them fit into a scan's 30 s. */
export const STAGE_MS = 7_000;
/** Without one: when the frames of a stage are taken. Two each stay below the server's six. */
export const TIMED_FRAMES_MS = [1_300, 2_200] as const;

export const startChallenge = (steps: readonly ChallengeStep[]): ChallengeRun => ({
  stages: ['front', ...steps],
  stage: 0,
  frames: [],
  taken: 0,
});

export function challengeReducer(run: ChallengeRun, { type, jpeg }: ChallengeFrame): ChallengeRun {
  if (isDone(run)) return run;
  const frames = [...run.frames, jpeg];
  const taken = run.taken + 1;
  const isOver = type !== 'timed' || taken >= TIMED_FRAMES_MS.length;
  return isOver ? { ...run, frames, stage: run.stage + 1, taken: 0 } : { ...run, frames, taken };
}

export const isDone = (run: ChallengeRun): boolean => run.stage >= run.stages.length;
export const stageOf = (run: ChallengeRun): Stage | null => run.stages[run.stage] ?? null;
