import type { ChallengeStep, FaceObservation } from '@rollcall/core/faces/face.types';

/** `front` (looking straight ahead) comes first, then the requested steps in their order. */
export type Stage = 'front' | ChallengeStep;

export interface ChallengeRun {
  readonly stages: readonly Stage[];
  readonly stage: number;
  /** JPEG data URLs in the order taken. */
  readonly frames: readonly string[];
  /** Number of frames taken in the current stage. */
  readonly taken: number;
}

/**
 * `seen`: guidance saw the movement in this frame. `timed`: there is no guidance, frames are taken by time.
 * `given-up`: guidance did not see the movement in time; the frame is sent and the server decides.
 */
export interface ChallengeFrame {
  readonly type: 'seen' | 'timed' | 'given-up';
  readonly jpeg: string;
}

/** Longest duration of a stage with guidance; three of them fit into a scan's 30 s. */
export const STAGE_MS = 7_000;
/** When the frames of a stage are taken without guidance; two per stage stay within the server's limit of six. */
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

/*
 * Thresholds for sending a frame. They are a little stricter than the server's (core's challenge.rules.ts), whose
 * measurement of the same frame may differ by a degree. TOO_FAR is an upper limit: a profile is hard to recognise.
 */
const FRONT_YAW = 8;
const EYES_OPEN = 0.65;
const TURNED = 21;
const TURNED_BY = 18;
const TOO_FAR = 45;
const EYES_SHUT = 0.4;
const EYES_DROP = 0.38;
const SAME_DIRECTION = 12;

/** Whether the face shows the movement of the stage. `front` is the face of the `front` stage, null before it. */
export function showsStage(stage: Stage, face: FaceObservation, front: FaceObservation | null): boolean {
  const { pose, eyeOpenness } = face.measures;
  const { left, right } = eyeOpenness;
  if (stage === 'front') return Math.abs(pose.yaw) <= FRONT_YAW && Math.min(left, right) >= EYES_OPEN;
  const before = front?.measures;
  const by = pose.yaw - (before?.pose.yaw ?? 0);
  if (stage === 'blink') {
    const open = before?.eyeOpenness ?? { left: 1, right: 1 };
    const isShut = Math.max(left, right) <= EYES_SHUT;
    const fell = Math.min(open.left - left, open.right - right) >= EYES_DROP;
    return isShut && fell && Math.abs(by) <= SAME_DIRECTION;
  }
  const side = stage === 'turn_left' ? 1 : -1;
  const yaw = side * pose.yaw;
  return yaw >= TURNED && yaw <= TOO_FAR && side * by >= TURNED_BY;
}
