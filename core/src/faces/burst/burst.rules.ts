import { isFrontal } from '../../liveness/challenge.rules.ts';
import { homographyResidual } from '../../liveness/flatness.rules.ts';
import type { RecogniserProfile } from '../face.ports.ts';
import type { FaceObservation, ImageAnalysis, Point, QualityReason } from '../face.types.ts';
import { checkSingleFace, QUALITY_MESSAGES, qualityScore } from '../face-quality.rules.ts';
import { cosine, meanEmbedding } from '../matching/match.rules.ts';

/** The pictures of one look into the camera that are compared: the best ones, because one blurred picture spoils a mean. */
const COMPARED = 3;
/** Fewer usable pictures say too little. */
const LEAST_USABLE = 2;

export type BurstVerdict =
  /** `front`: the best picture of somebody who looks straight ahead, where there is one. */
  | { readonly ok: true; readonly embedding: Float32Array; readonly front: FaceObservation | null }
  | { readonly ok: false; readonly kind: 'not_live' }
  | {
      readonly ok: false;
      readonly kind: 'poor_quality';
      readonly reason: QualityReason;
      readonly message: string;
    };

const poor = (reason: QualityReason): BurstVerdict => ({
  ok: false,
  kind: 'poor_quality',
  reason,
  message: QUALITY_MESSAGES[reason],
});

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** How far the points of the face moved among themselves; null where they are not known. */
function changeBetween(
  one: readonly Point[] | undefined,
  other: readonly Point[] | undefined,
): number | null {
  if (!one || !other) return null;
  return homographyResidual(one, other);
}

/**
 * Below this the pictures are one file that was sent several times, shifted or not: no camera filmed it. The noise of a
 * camera alone makes twice as much, so a print in front of it is above, as a living face is: telling those two apart is
 * left to the anti-spoof network.
 */
const SAME_FILE_BELOW = 0.0008;

/** Whether the pictures are copies of one picture. */
function areCopies(faces: readonly FaceObservation[]): boolean {
  const [first, ...others] = faces;
  const changes = others.map(({ outline }) => changeBetween(first?.outline, outline));
  return changes.length > 0 && changes.every((change) => change !== null && change < SAME_FILE_BELOW);
}

/**
 * Judges the pictures of one look into a camera together: whether they show one person, well enough to be compared, and
 * whether that person is there. Several pictures in a row err less than one, in all three.
 */
export function judgeBurst(
  analyses: readonly ImageAnalysis[],
  liveness: 'off' | 'burst' | 'move',
  profile: RecogniserProfile,
): BurstVerdict {
  const verdicts = analyses.map((analysis) => checkSingleFace(analysis, 'attendance'));
  const faces = verdicts.flatMap((verdict) => (verdict.ok ? [verdict.face] : []));
  if (faces.length < LEAST_USABLE) {
    const refused = verdicts.find((verdict) => !verdict.ok);
    return poor(refused && !refused.ok ? refused.reason : 'no_face');
  }
  const best = faces
    .toSorted((one, other) => qualityScore(other.measures) - qualityScore(one.measures))
    .slice(0, COMPARED);
  const embeddings = best.map(({ embedding }) => {
    if (!embedding) throw new Error('The engine was asked to embed and did not.');
    return embedding;
  });
  const [first] = embeddings;
  // Somebody stepped in between: the mean of two people is nobody.
  if (first && embeddings.some((each) => cosine(each, first) < profile.agreeThreshold))
    return poor('several_faces');
  if (liveness !== 'off') {
    const live = mean(faces.map((face) => face.liveness ?? 0));
    if (live < (profile.liveAbove + profile.spoofBelow) / 2 || areCopies(faces))
      return { ok: false, kind: 'not_live' };
  }
  const front = best.find(isFrontal) ?? null;
  // A movement is measured from a face that looks straight ahead.
  if (liveness === 'move' && !front) return poor('turned_away');
  return { ok: true, embedding: meanEmbedding(embeddings), front };
}
