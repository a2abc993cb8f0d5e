import type { Box, FaceObservation, ImageAnalysis, QualityReason } from '@rollcall/core/faces/face.types';
import { faceProblem, judgeSolitude, type Purpose } from '@rollcall/core/faces/face-quality.rules';

/** One thing at a time: the first that the person can put right. */
export type Hint = QualityReason | 'moving' | 'steady';

export interface Sight {
  readonly hint: Hint;
  /** The one face meant, if there is one. */
  readonly face: FaceObservation | null;
  /** 0..1 of the time the face must be held still. */
  readonly held: number;
  /** Since when, and around which place, it has been still. */
  readonly still: { readonly since: number; readonly box: Box } | null;
}

export const STEADY_MS = 800;
/** Shares of the face's width. Breathing and a hand-held phone stay below; a step or a nod does not. */
const DRIFT = 0.12;
const GROWTH = 0.12;

function isStill(before: Box, now: Box): boolean {
  const dx = now.x + now.width / 2 - (before.x + before.width / 2);
  const dy = now.y + now.height / 2 - (before.y + before.height / 2);
  return Math.hypot(dx, dy) <= DRIFT * before.width && Math.abs(now.width / before.width - 1) <= GROWTH;
}

/**
 * What to say about this picture, after the one before. The rules are the server's own, so that what is
 * suggested here is what will be accepted there.
 */
export function followSight(
  before: Sight | null,
  analysis: ImageAnalysis,
  at: number,
  purpose: Purpose,
): Sight {
  const alone = judgeSolitude(analysis, purpose);
  if (!alone.ok) return { hint: alone.reason, face: null, held: 0, still: null };
  const { face } = alone;
  const problem = faceProblem(face.measures, purpose);
  if (problem) return { hint: problem, face, held: 0, still: null };
  const still = before?.still;
  if (!still || !isStill(still.box, face.box))
    return { hint: 'moving', face, held: 0, still: { since: at, box: face.box } };
  return { hint: 'steady', face, held: Math.min(1, (at - still.since) / STEADY_MS), still };
}
