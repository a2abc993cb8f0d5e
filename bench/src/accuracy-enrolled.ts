import { cosine, meanEmbedding } from '@rollcall/core/faces/embedding.rules';
import { personOf } from './accuracy-data.ts';

export const ENROLMENT_PHOTOS = 3;

export interface ProbeResult {
  readonly image: string;
  /** The person shown, when enrolled; null for a stranger. */
  readonly enrolledAs: string | null;
  /** Best first. */
  readonly ranking: readonly { readonly person: string; readonly score: number }[];
}

export interface EnrolledTrial {
  readonly people: number;
  readonly probes: readonly ProbeResult[];
  /** Scores against the person's own template; -1 where no face was found. */
  readonly genuine: Float32Array;
  /** Every probe and stranger against every other person's template, sorted upwards. */
  readonly impostors: Float32Array;
}

/** As the product does it: three photos make one template, every further photo is a probe, others are strangers. */
export function runEnrolledTrial(embeddings: ReadonlyMap<string, Float32Array | null>): EnrolledTrial {
  const byPerson = new Map<string, string[]>();
  for (const image of [...embeddings.keys()].sort()) {
    byPerson.set(personOf(image), [...(byPerson.get(personOf(image)) ?? []), image]);
  }
  const templates = new Map<string, Float32Array>();
  const enrolled = new Set<string>();
  for (const [person, images] of byPerson) {
    const usable = images.flatMap((image) => embeddings.get(image) ?? []).slice(0, ENROLMENT_PHOTOS);
    if (images.length <= ENROLMENT_PHOTOS || usable.length < ENROLMENT_PHOTOS) continue;
    templates.set(person, meanEmbedding(usable));
    const taken = images.filter((image) => embeddings.get(image) !== null).slice(0, ENROLMENT_PHOTOS);
    for (const image of taken) enrolled.add(image);
  }
  const probes: ProbeResult[] = [];
  const genuine: number[] = [];
  const impostors: number[] = [];
  for (const [image, embedding] of embeddings) {
    if (enrolled.has(image)) continue;
    const person = personOf(image);
    const ranking =
      embedding === null || embedding === undefined
        ? []
        : [...templates].map(([candidate, template]) => ({
            person: candidate,
            score: cosine(template, embedding),
          }));
    for (const { person: candidate, score } of ranking) if (candidate !== person) impostors.push(score);
    if (templates.has(person)) genuine.push(ranking.find((entry) => entry.person === person)?.score ?? -1);
    probes.push({
      image,
      enrolledAs: templates.has(person) ? person : null,
      ranking: ranking.toSorted((a, b) => b.score - a.score),
    });
  }
  return {
    people: templates.size,
    probes,
    genuine: Float32Array.from(genuine),
    impostors: Float32Array.from(impostors).sort(),
  };
}
