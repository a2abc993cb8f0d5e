import type { RecogniserProfile } from '@rollcall/core/faces/face.ports';
import { cosine, meanEmbedding } from '@rollcall/core/faces/matching/match.rules';
import { createGallery, type GalleryIndex } from '@rollcall/face/gallery/gallery';
import type { LabelledPhoto } from './labelled-photos.ts';

export interface Photo extends LabelledPhoto {
  readonly embedding: Float32Array;
}

export interface Member {
  readonly person: string;
  readonly template: Float32Array;
  /** What was enrolled before: three photos where there are five now. */
  readonly earlier: Float32Array;
  /** The photo that says how old, of which sex and group this person is. */
  readonly of: Photo;
}

/** People who are enrolled together, as in a school, and the photos that are compared with them. */
export interface Institution {
  readonly name: string;
  readonly members: readonly Member[];
  readonly gallery: GalleryIndex;
  /** Photos that are compared with other people: what they are themselves enrolled as is left out there. */
  readonly probes: readonly Photo[];
  /** Photos and what the same person was enrolled with on another occasion. */
  readonly claims: readonly OwnClaim[];
  /** People left out because they had been photographed twice under two names. */
  readonly twice: number;
}

/** A photo of an enrolled person, compared with a template that it is no part of. */
export interface OwnClaim {
  readonly photo: Photo;
  readonly template: Float32Array;
  readonly earlier: Float32Array;
  readonly enrolledWith: 'one photo' | 'five photos';
}

const ENROLMENT_PHOTOS = 5;
const EARLIER_PHOTOS = 3;
/** Growth: a photo of a child counts as one of the same year only. */
const SAME_YEAR = 1;

const isWithinAYear = (one: Photo, other: Photo): boolean =>
  one.age === null || other.age === null || Math.abs(one.age - other.age) <= SAME_YEAR;

interface Enrolled {
  readonly photos: readonly Photo[];
  readonly template: Float32Array;
  readonly earlier: Float32Array;
}

function templatesOf(photos: readonly Photo[]): Map<string, Enrolled> {
  const byPerson = new Map<string, Photo[]>();
  for (const photo of photos) byPerson.set(photo.person, [...(byPerson.get(photo.person) ?? []), photo]);
  return new Map(
    [...byPerson].map(([person, own]) => {
      const usable = own.filter(({ enrolment }) => enrolment === 'ok');
      const many = usable.length > ENROLMENT_PHOTOS && usable.every((photo) => photo.age === null);
      const taken = many ? usable.slice(0, ENROLMENT_PHOTOS) : usable[0] ? [usable[0]] : own.slice(0, 1);
      const embeddings = taken.map(({ embedding }) => embedding);
      const earlier = meanEmbedding(embeddings.slice(0, EARLIER_PHOTOS));
      return [person, { photos: taken, template: meanEmbedding(embeddings), earlier }];
    }),
  );
}

/**
 * Enrols everybody once: with five photos where there are more of an adult, otherwise with one. Sets without
 * names hold some people twice, and people of other sets: who scores at or above `twice` with somebody before is left out.
 */
export function foundInstitution(
  name: string,
  photos: readonly Photo[],
  profile: RecogniserProfile,
  { twice, anonymous }: { readonly twice: number; readonly anonymous: ReadonlySet<string> },
): Institution {
  const members: Member[] = [];
  const gallery = createGallery();
  const inTemplate = new Set<Photo>();
  let left = 0;
  const templates = templatesOf(photos);
  for (const [person, { photos: taken, template, earlier }] of templates) {
    const [of] = taken;
    if (!of) continue;
    const isTwice =
      anonymous.has(of.set) && members.some((other) => cosine(other.template, template) >= twice);
    if (isTwice) {
      left += 1;
      continue;
    }
    members.push({ person, template, earlier, of });
    gallery.set(person, [{ modelId: profile.modelId, embedding: template, quality: 1 }]);
    for (const photo of taken) inTemplate.add(photo);
  }
  const enrolled = new Set(members.map(({ person }) => person));
  const usable = photos.filter((photo) => enrolled.has(photo.person) && photo.attendance === 'ok');
  const probes = usable.filter(
    (photo) => !inTemplate.has(photo) || templates.get(photo.person)?.photos.length === 1,
  );
  const claims = members.flatMap(({ person, template, earlier }) => {
    const own = usable.filter((photo) => photo.person === person);
    return templates.get(person)?.photos.length === 1
      ? pairsWithinAYear(own)
      : own
          .filter((photo) => !inTemplate.has(photo))
          .map((photo) => ({ photo, template, earlier, enrolledWith: 'five photos' as const }));
  });
  return { name, members, gallery, probes, claims, twice: left };
}

/** Each photo with each other one of the same person and year, which counts as the only one enrolled. */
const pairsWithinAYear = (photos: readonly Photo[]): OwnClaim[] =>
  photos.flatMap((photo) =>
    photos
      .filter((other) => other !== photo && other.enrolment === 'ok' && isWithinAYear(photo, other))
      .map(({ embedding }) => ({
        photo,
        template: embedding,
        earlier: embedding,
        enrolledWith: 'one photo' as const,
      })),
  );
