import type { GalleryMatch, Neighbours } from '../gallery.ports.ts';
import { areLookAlikes, type Comparison, isNearEnough, nearnessAmong } from './nearness.rules.ts';

/** Look-alikes need a larger margin. */
const LOOK_ALIKE_MARGIN_FACTOR = 2;

/** By how much a person must lead another. */
export const marginOver = (one: string, other: string, { profile, lookAlikes }: Comparison): number =>
  profile.identifyMargin * (areLookAlikes(lookAlikes, one, other) ? LOOK_ALIKE_MARGIN_FACTOR : 1);

type VerifyOutcome = 'accepted' | 'not_you' | 'ambiguous';

/**
 * Decides whether a face belongs to the signed-in person: it must be near enough to their own template, and nobody else
 * may score higher, or a colleague could use the account.
 */
export function decideVerification(
  input: {
    readonly personId: string;
    /** Null when the person has no template of the model in use. */
    readonly ownScore: number | null;
    readonly neighbours: Neighbours;
  },
  comparison: Comparison,
): VerifyOutcome {
  const { personId, ownScore, neighbours } = input;
  const { lookAlikes } = comparison;
  if (ownScore === null || !isNearEnough({ personId, score: ownScore, neighbours }, comparison))
    return 'not_you';
  const others = neighbours.nearest.filter((other) => other.personId !== personId);
  for (const other of others) {
    if (other.score > ownScore) return 'not_you';
    const twin = areLookAlikes(lookAlikes, personId, other.personId);
    if (twin && ownScore - other.score < marginOver(personId, other.personId, comparison)) return 'ambiguous';
  }
  return 'accepted';
}

export type IdentifyOutcome =
  | { readonly kind: 'accepted'; readonly personId: string; readonly score: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] };

/** A face that is searched among some people. */
export interface Search {
  /** The people it is searched among, best first, one entry per person. */
  readonly matches: readonly GalleryMatch[];
  /** What the picture is near to, in the whole gallery. */
  readonly neighbours: Neighbours;
  /** How many people it is searched among. */
  readonly candidates: number;
}

/** Decides whose face it is: the best must be near enough for a search of this size and lead the second by the margin. */
export function decideIdentification(search: Search, comparison: Comparison): IdentifyOutcome {
  const { matches, neighbours, candidates } = search;
  const [best, ...others] = matches.toSorted((a, b) => b.score - a.score);
  if (best === undefined) return { kind: 'unknown' };
  if (!nearnessAmong({ ...best, neighbours }, candidates, comparison).isEnough) return { kind: 'unknown' };
  const tooNear = others.filter(
    (other) => best.score - other.score < marginOver(best.personId, other.personId, comparison),
  );
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
  // A loop: `Float32Array.from` with a function takes several times as long, which a load of everybody notices.
  const scaled = new Float32Array(vector.length);
  for (let i = 0; i < scaled.length; i++) scaled[i] = (vector[i] ?? 0) * scale;
  return scaled;
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
