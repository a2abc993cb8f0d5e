import type { GalleryMatch, RecogniserProfile } from './face.ports.ts';

/** Two people an administrator declared twins or look-alikes; order does not matter. */
export type LookAlikePair = readonly [string, string];

/** Look-alikes need a larger margin and a higher score. */
const LOOK_ALIKE_MARGIN_FACTOR = 2;
const LOOK_ALIKE_EXTRA_SCORE = 0.06;

export function areLookAlikes(pairs: readonly LookAlikePair[], one: string, other: string): boolean {
  return pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}

const hasLookAlike = (pairs: readonly LookAlikePair[], personId: string): boolean =>
  pairs.some((pair) => pair.includes(personId));

type VerifyOutcome = 'accepted' | 'not_you' | 'ambiguous';

/**
 * Decides whether a face belongs to the signed-in person: the score of their own template must reach the
 * threshold, and nobody else may score higher, or a colleague could use the account.
 */
export function decideVerification(input: {
  readonly profile: RecogniserProfile;
  readonly personId: string;
  /** Null when the person has no template of the model in use. */
  readonly ownScore: number | null;
  /** The nearest other people in the gallery. */
  readonly others: readonly GalleryMatch[];
  readonly lookAlikes: readonly LookAlikePair[];
}): VerifyOutcome {
  const { profile, personId, ownScore, lookAlikes } = input;
  const strict = hasLookAlike(lookAlikes, personId);
  const needed = profile.verifyThreshold + (strict ? LOOK_ALIKE_EXTRA_SCORE : 0);
  // The negated comparison also refuses NaN.
  if (ownScore === null || !(ownScore >= needed)) return 'not_you';
  const others = input.others.filter((other) => other.personId !== personId);
  for (const other of others) {
    if (other.score > ownScore) return 'not_you';
    const twin = areLookAlikes(lookAlikes, personId, other.personId);
    if (twin && ownScore - other.score < profile.identifyMargin * LOOK_ALIKE_MARGIN_FACTOR)
      return 'ambiguous';
  }
  return 'accepted';
}

export type IdentifyOutcome =
  | { readonly kind: 'accepted'; readonly personId: string; readonly score: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] };

/** Decides whose face it is: the best score must reach the threshold and lead the second best by the margin. */
export function decideIdentification(input: {
  readonly profile: RecogniserProfile;
  /** Best first, one entry per person, as returned by the gallery. */
  readonly matches: readonly GalleryMatch[];
  readonly lookAlikes: readonly LookAlikePair[];
}): IdentifyOutcome {
  const { profile, matches, lookAlikes } = input;
  const [best, ...others] = matches.toSorted((a, b) => b.score - a.score);
  if (best === undefined) return { kind: 'unknown' };
  const extra = hasLookAlike(lookAlikes, best.personId) ? LOOK_ALIKE_EXTRA_SCORE : 0;
  if (!(best.score >= profile.identifyThreshold + extra)) return { kind: 'unknown' };
  const tooNear = others.filter((other) => {
    const factor = areLookAlikes(lookAlikes, best.personId, other.personId) ? LOOK_ALIKE_MARGIN_FACTOR : 1;
    return best.score - other.score < profile.identifyMargin * factor;
  });
  if (tooNear.length > 0) {
    return { kind: 'ambiguous', candidates: [best.personId, ...tooNear.map((other) => other.personId)] };
  }
  return { kind: 'accepted', personId: best.personId, score: best.score };
}

/** Scales to length 1, so that the dot product of two embeddings is their cosine. */
export function normalise(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  const scale = length === 0 ? 0 : 1 / length;
  return Float32Array.from(vector, (value) => value * scale);
}

/** Cosine of two normalised embeddings: 1 for the same, around 0 for different people. */
export function cosine(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) throw new Error('Embeddings of different models cannot be compared.');
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}

/** The normalised mean. With three enrolment photos it recognised better on LFW than the best of the three. */
export function meanEmbedding(embeddings: readonly Float32Array[]): Float32Array {
  const [first] = embeddings;
  if (first === undefined) throw new Error('There is no mean of no embeddings.');
  const sum = new Float64Array(first.length);
  for (const embedding of embeddings) {
    if (embedding.length !== first.length)
      throw new Error('Embeddings of different models cannot be averaged.');
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (embedding[i] ?? 0);
  }
  return normalise(sum);
}
