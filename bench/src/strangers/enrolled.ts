import { meanEmbedding } from '@rollcall/core/faces/matching/match.rules';
import type { Person } from './people.ts';

/** Photos of one registration, and of the burst that a kiosk takes. */
const ENROLMENT_PHOTOS = 5;
const BURST_PHOTOS = 3;

/** Somebody who can be enrolled, and searched for. */
export interface Subject {
  readonly name: string;
  readonly set: string;
  readonly template: Float32Array;
  /** Whether the template is made of five photos, as the product asks for; otherwise of fewer. */
  readonly isWhole: boolean;
  /** Photos good enough for a check-in, whether the person is enrolled or not. */
  readonly photos: readonly Float32Array[];
  /** Those of them that are no part of the template. */
  readonly others: readonly Float32Array[];
}

/**
 * Enrols with five photos who has enough for that and a burst besides; otherwise with as many as leave a burst, and one at
 * least. Null where no photo is good enough to be enrolled with.
 */
export function subjectOf({ name, set, photos }: Person): Subject | null {
  const usable = photos.filter(({ isForEnrolment }) => isForEnrolment);
  const count = Math.min(ENROLMENT_PHOTOS, Math.max(1, usable.length - BURST_PHOTOS));
  const taken = usable.slice(0, count);
  if (taken.length === 0) return null;
  const checkIns = photos.filter(({ isForCheckIn }) => isForCheckIn);
  return {
    name,
    set,
    template: meanEmbedding(taken.map(({ embedding }) => embedding)),
    isWhole: taken.length === ENROLMENT_PHOTOS,
    photos: checkIns.map(({ embedding }) => embedding),
    others: checkIns.filter((photo) => !taken.includes(photo)).map(({ embedding }) => embedding),
  };
}

/** As many of a list, in an order by chance. */
export function drawn<T>(list: readonly T[], count: number, random: () => number): T[] {
  const rest = [...list];
  const last = Math.min(count, rest.length);
  for (let at = 0; at < last; at++) {
    const from = at + Math.floor(random() * (rest.length - at));
    const [here, there] = [rest[at], rest[from]];
    if (here === undefined || there === undefined) continue;
    rest[at] = there;
    rest[from] = here;
  }
  return rest.slice(0, last);
}

export const PROBES = { one_photo: 1, mean_of_three: BURST_PHOTOS } as const;
export type Probe = keyof typeof PROBES;

/** What is searched for: one photo, or the mean of three; null where there are not so many. */
export function probeOf(
  photos: readonly Float32Array[],
  probe: Probe,
  random: () => number,
): Float32Array | null {
  const count = PROBES[probe];
  return photos.length < count ? null : meanEmbedding(drawn(photos, count, random));
}
