import { cosine, meanEmbedding } from './embedding.rules.ts';
import type { GalleryMatch, RecogniserProfile } from './face.ports.ts';
import type { FaceTemplate } from './face.types.ts';
import type { LookAlikePair } from './match.rules.ts';
import { areLookAlikes } from './match.rules.ts';

export interface EnrolmentPhoto {
  readonly embedding: Float32Array;
  readonly quality: number;
}

export type EnrolmentOutcome =
  | { readonly kind: 'template'; readonly template: FaceTemplate }
  /** Which photo (counted from 0) is least like the others. */
  | { readonly kind: 'photos_disagree'; readonly oddOne: number };

/** One template of several photos, after making sure that they show the same person. */
export function templateFromPhotos(
  photos: readonly EnrolmentPhoto[],
  profile: RecogniserProfile,
): EnrolmentOutcome {
  const embeddings = photos.map((photo) => photo.embedding);
  // Each against the mean of the others: one hard photo of the right person passes, one of somebody else does not.
  const agreement = embeddings.map((one, i) => {
    const others = embeddings.filter((_, j) => j !== i);
    return others.length === 0 ? 1 : cosine(one, meanEmbedding(others));
  });
  const lowest = Math.min(...agreement);
  if (!(lowest >= profile.agreeThreshold)) {
    return { kind: 'photos_disagree', oddOne: Math.max(agreement.indexOf(lowest), 0) };
  }
  return {
    kind: 'template',
    template: {
      modelId: profile.modelId,
      embedding: meanEmbedding(embeddings),
      quality: Math.min(...photos.map((photo) => photo.quality)),
    },
  };
}

/** The other id this face is already enrolled under, if any. Confirmed look-alikes are not counted. */
export function findDuplicate(input: {
  readonly profile: RecogniserProfile;
  readonly personId: string;
  readonly matches: readonly GalleryMatch[];
  readonly lookAlikes: readonly LookAlikePair[];
}): GalleryMatch | null {
  const { profile, personId, matches, lookAlikes } = input;
  return (
    matches
      .filter((match) => match.personId !== personId && match.score >= profile.duplicateThreshold)
      .filter((match) => !areLookAlikes(lookAlikes, personId, match.personId))
      .toSorted((a, b) => b.score - a.score)[0] ?? null
  );
}
