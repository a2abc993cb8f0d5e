import type { RecogniserProfile } from '@rollcall/core/faces/face.ports';
import { NEIGHBOURS } from '@rollcall/core/faces/gallery.ports';
import { cosine, decideIdentification, meanEmbedding } from '@rollcall/core/faces/matching/match.rules';
import { personOf } from './lfw-images.ts';
import { type Share, share } from './statistics.ts';

const ENROLMENT_PHOTOS = 3;

interface ProbeResult {
  readonly image: string;
  /** The person shown, when enrolled; null for a stranger. */
  readonly enrolledAs: string | null;
  /** Best first. */
  readonly ranking: readonly { readonly person: string; readonly score: number }[];
}

interface EnrolledTrial {
  readonly people: number;
  readonly probes: readonly ProbeResult[];
  /** Scores against the person's own template; -1 where no face was found. */
  readonly genuine: Float32Array;
  /** Every probe and stranger against every other person's template, sorted upwards. */
  readonly impostors: Float32Array;
}

/**
 * Enrols each person from three photos into one template, as the product does. Their other photos are probes; people
 * with too few photos are strangers.
 */
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

const isFirst = (probe: ProbeResult): boolean => probe.ranking[0]?.person === probe.enrolledAs;
const topScore = (probe: ProbeResult): number => probe.ranking[0]?.score ?? -1;
const marginOf = (probe: ProbeResult): number => topScore(probe) - (probe.ranking[1]?.score ?? -1);

export interface IdentificationResult {
  readonly rank1: Share;
  /** Strangers searched. */
  readonly strangers: number;
  /** Threshold that one stranger in a hundred exceeds, and how many enrolled people it then misses. */
  readonly atOneInHundred: { readonly threshold: number; readonly fnir: Share };
}

export function identification(trial: EnrolledTrial): IdentificationResult {
  const mated = trial.probes.filter((probe) => probe.enrolledAs !== null);
  const strangers = trial.probes.filter((probe) => probe.enrolledAs === null && probe.ranking.length > 0);
  const tops = Float32Array.from(strangers, topScore).sort();
  const threshold = tops[tops.length - 1 - Math.floor(tops.length * 0.01)] ?? 1;
  const missed = mated.filter((probe) => !isFirst(probe) || topScore(probe) <= threshold).length;
  return {
    rank1: share(mated.filter(isFirst).length, mated.length),
    strangers: strangers.length,
    atOneInHundred: { threshold, fnir: share(missed, mated.length) },
  };
}

/** Error rates of the product's own rule, in a search among everybody. */
export function ruleResult(trial: EnrolledTrial, profile: RecogniserProfile) {
  const nameOf = ({ ranking }: ProbeResult): string | null => {
    const matches = ranking.map(({ person, score }) => ({ personId: person, score }));
    const neighbours = { nearest: matches.slice(0, NEIGHBOURS), people: matches.length };
    const search = { matches, neighbours, candidates: matches.length };
    const outcome = decideIdentification(search, { profile, ages: 'adults', lookAlikes: [] });
    return outcome.kind === 'accepted' ? outcome.personId : null;
  };
  const named = trial.probes.map((probe) => ({ probe, as: nameOf(probe) }));
  const mated = named.filter(({ probe }) => probe.enrolledAs !== null);
  const strangers = named.filter(({ probe }) => probe.enrolledAs === null && probe.ranking.length > 0);
  return {
    /** A stranger named as somebody. */
    fpir: share(strangers.filter(({ as }) => as !== null).length, strangers.length),
    /** An enrolled person not named. */
    fnir: share(mated.filter(({ probe, as }) => as !== probe.enrolledAs).length, mated.length),
    /** An enrolled person named as somebody else. */
    misnamed: share(
      mated.filter(({ probe, as }) => as !== null && as !== probe.enrolledAs).length,
      mated.length,
    ),
  };
}

/** The margin to the second best that 199 of 200 correct first places have. */
export function usualMargin(trial: EnrolledTrial): number {
  const margins = trial.probes
    .filter((probe) => probe.enrolledAs !== null && isFirst(probe))
    .map(marginOf)
    .sort((a, b) => a - b);
  return margins[Math.floor(margins.length / 200)] ?? 0;
}
