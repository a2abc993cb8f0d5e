import type { RecogniserProfile } from './face.ports.ts';
import type { FaceTemplate } from './face.types.ts';
import type { GalleryMatch, Neighbours } from './gallery.ports.ts';
import { withoutPerson } from './matching/cohort.rules.ts';
import { cosine, meanEmbedding } from './matching/match.rules.ts';
import { areLookAlikes, type Comparison, nearnessAmong } from './matching/nearness.rules.ts';

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

/**
 * Returns the other person this face is already enrolled as, or null: whoever it would be named as in a search among
 * everybody. Recorded look-alikes do not count.
 */
export function findDuplicate(
  input: {
    readonly personId: string;
    readonly matches: readonly GalleryMatch[];
    readonly neighbours: Neighbours;
  },
  comparison: Comparison,
): GalleryMatch | null {
  const { personId, matches } = input;
  // What the person was enrolled with before says nothing about other people.
  const neighbours = withoutPerson(personId, input.neighbours);
  return (
    matches
      .filter((match) => match.personId !== personId)
      .filter((match) => !areLookAlikes(comparison.lookAlikes, personId, match.personId))
      .filter((match) => nearnessAmong({ ...match, neighbours }, neighbours.people, comparison).isEnough)
      .toSorted((a, b) => b.score - a.score)[0] ?? null
  );
}
