import { bestThreshold } from './accuracy-statistics.ts';

export interface PhotoOfPerson {
  readonly person: string;
  readonly file: Uint8Array;
}

/** What any recogniser must offer to be compared: a photo in, numbers out, null when it finds no face. */
export interface Contestant {
  readonly name: string;
  embed(file: Uint8Array): Promise<ArrayLike<number> | null>;
  /** Higher is more alike. */
  similarity(one: ArrayLike<number>, other: ArrayLike<number>): number;
}

/** Every photo against every other: the best accuracy any threshold gives, and the time per photo. */
export async function compare(contestant: Contestant, photos: readonly PhotoOfPerson[]) {
  const first = photos[0];
  if (first !== undefined) for (let i = 0; i < 3; i++) await contestant.embed(first.file);
  const taken: number[] = [];
  const found: { person: string; embedding: ArrayLike<number> | null }[] = [];
  for (const { person, file } of photos) {
    const started = performance.now();
    const embedding = await contestant.embed(file);
    taken.push(performance.now() - started);
    found.push({ person, embedding });
  }
  const scores = found.flatMap((one, i) =>
    found.slice(i + 1).map((other) => ({
      // No face: as unlike as can be, so that missing a person is an error.
      score:
        one.embedding === null || other.embedding === null
          ? -1e9
          : contestant.similarity(one.embedding, other.embedding),
      same: one.person === other.person,
      fold: '1',
    })),
  );
  const threshold = bestThreshold(scores);
  const correct = scores.filter(({ score, same }) => score >= threshold === same).length;
  const strangers = scores.filter(({ same }) => !same).map(({ score }) => score);
  const highest = Math.max(...strangers);
  const genuine = scores.filter(({ same }) => same);
  return {
    name: contestant.name,
    photos: photos.length,
    no_face: found.filter(({ embedding }) => embedding === null).length,
    pairs: scores.length,
    best_accuracy: Number((correct / scores.length).toFixed(4)),
    accepted_with_no_stranger: Number(
      (genuine.filter(({ score }) => score > highest).length / genuine.length).toFixed(4),
    ),
    mean_ms_per_photo: Number((taken.reduce((sum, ms) => sum + ms, 0) / taken.length).toFixed(1)),
  };
}
