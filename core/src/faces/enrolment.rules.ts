import type { GalleryMatch, RecogniserProfile } from './face.ports.ts';
import type { FaceTemplate } from './face.types.ts';
import { areLookAlikes, cosine, type LookAlikePair, meanEmbedding } from './match.rules.ts';

export interface EnrolmentPhoto {
  readonly embedding: Float32Array;
  readonly quality: number;
}

type EnrolmentOutcome =
  | { readonly kind: 'template'; readonly template: FaceTemplate }
  /** Index of the photo least similar to the others. */
  | { readonly kind: 'photos_disagree'; readonly outlier: number };

/** Averages the photos into one template, after checking that they show the same person. */
export function templateFromPhotos(
  photos: readonly EnrolmentPhoto[],
  profile: RecogniserProfile,
): EnrolmentOutcome {
  const embeddings = photos.map((photo) => photo.embedding);
  // Each photo is compared with the mean of the others: a difficult photo of the same person still passes.
  const agreement = embeddings.map((one, i) => {
    const others = embeddings.filter((_, j) => j !== i);
    return others.length === 0 ? 1 : cosine(one, meanEmbedding(others));
  });
  const lowest = Math.min(...agreement);
  if (!(lowest >= profile.agreeThreshold)) {
    return { kind: 'photos_disagree', outlier: Math.max(agreement.indexOf(lowest), 0) };
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

/** Returns the other person this face is already enrolled as, or null. Recorded look-alikes do not count. */
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
