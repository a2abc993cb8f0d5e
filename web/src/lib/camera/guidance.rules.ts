import type { Box, FaceObservation, ImageAnalysis, QualityReason } from '@rollcall/core/faces/face.types';
import { faceProblem, findSingleFace, type Purpose } from '@rollcall/core/faces/face-quality.rules';

/** What to tell the person: the first problem that they can fix, or whether the face is held still. */
export type Hint = QualityReason | 'moving' | 'steady';

/** Assessment of one frame. */
export interface Sight {
  readonly hint: Hint;
  /** The face of the person in front, if there is exactly one. */
  readonly face: FaceObservation | null;
  /** How much of STEADY_MS the face has been held still, 0..1. */
  readonly held: number;
  /** Start time and face box of the still period. */
  readonly still: { readonly since: number; readonly box: Box } | null;
}

export const STEADY_MS = 800;
/** Tolerances as shares of the face's width: above breathing and a hand-held phone, below a step or a nod. */
const DRIFT = 0.12;
const GROWTH = 0.12;

function isStill(before: Box, now: Box): boolean {
  const dx = now.x + now.width / 2 - (before.x + before.width / 2);
  const dy = now.y + now.height / 2 - (before.y + before.height / 2);
  return Math.hypot(dx, dy) <= DRIFT * before.width && Math.abs(now.width / before.width - 1) <= GROWTH;
}

/**
 * Assesses a frame, given the assessment of the one before. Uses the server's quality rules, so that a frame
 * accepted here is accepted there.
 */
export function followSight(
  before: Sight | null,
  analysis: ImageAnalysis,
  at: number,
  purpose: Purpose,
): Sight {
  const alone = findSingleFace(analysis, purpose);
  if (!alone.ok) return { hint: alone.reason, face: null, held: 0, still: null };
  const { face } = alone;
  const problem = faceProblem(face.measures, purpose);
  if (problem) return { hint: problem, face, held: 0, still: null };
  const still = before?.still;
  if (!still || !isStill(still.box, face.box))
    return { hint: 'moving', face, held: 0, still: { since: at, box: face.box } };
  return { hint: 'steady', face, held: Math.min(1, (at - still.since) / STEADY_MS), still };
}
