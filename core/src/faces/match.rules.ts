import type { GalleryMatch, RecogniserProfile } from './face.ports.ts';

/** People the admin confirmed to be twins or look-alikes; order does not matter. */
export type LookAlikePair = readonly [string, string];

/** How much nearer than usual a look-alike must be to be told from the other. */
const LOOK_ALIKE_MARGIN_FACTOR = 2;
const LOOK_ALIKE_EXTRA_SCORE = 0.06;

export function areLookAlikes(pairs: readonly LookAlikePair[], one: string, other: string): boolean {
  return pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}

const hasLookAlike = (pairs: readonly LookAlikePair[], personId: string): boolean =>
  pairs.some((pair) => pair.includes(personId));

export type VerifyOutcome = 'accepted' | 'not_you' | 'ambiguous';

/**
 * Is this the person who is signed in? Their own templates must be near enough, and nobody else nearer:
 * a face that is even more like somebody else is a colleague at the wrong account.
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
  // Written so that a score that is not a number is refused.
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

/** Who is it? Needs the threshold AND a lead over the second best; otherwise nobody is named. */
export function decideIdentification(input: {
  readonly profile: RecogniserProfile;
  /** Best first, one entry per person, as the gallery answers. */
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
