import type { RecogniserProfile } from '@rollcall/core/faces/face.ports';
import type { AgeBand } from '@rollcall/core/faces/face.types';
import type { Neighbours } from '@rollcall/core/faces/gallery.ports';
import { withoutPerson } from '@rollcall/core/faces/matching/cohort.rules';
import { cosine, decideIdentification } from '@rollcall/core/faces/matching/match.rules';
import { type Comparison, isNearEnough } from '@rollcall/core/faces/matching/nearness.rules';
import type { Institution, Member, Photo } from './institution.ts';
import { type Rate, RateCounter } from './rates.ts';

/** Young people are compared with those of about their age, as somebody who pretends to be another one would be. */
const YEARS_APART = 3;
const ADULT = 18;
const CLASS_SIZE = 25;

export interface Rules {
  readonly profile: RecogniserProfile;
  /** Whose faces the institution says that it compares. */
  readonly ages: AgeBand;
  /** What was accepted before, with what was enrolled before. */
  readonly earlier: number;
  /** Fixed thresholds that are measured beside the rule of the product. */
  readonly fixed: Readonly<Record<string, number>>;
}

/** How often something happened with each fixed threshold, and with the rule of the product. */
export type ByRule = Readonly<Record<string, Rate>>;

const isSimilar = (one: Photo, other: Photo): boolean =>
  one.sex === other.sex &&
  (one.age === null ||
    other.age === null ||
    (one.age >= ADULT && other.age >= ADULT) ||
    Math.abs(one.age - other.age) <= YEARS_APART);

const bandOf = ({ age }: Photo): string => {
  if (age === null) return 'adults';
  const bands = [4, 7, 11, 14, 17, 29, 59];
  const names = ['under 5', '5 to 7', '8 to 11', '12 to 14', '15 to 17', '18 to 29', '30 to 59'];
  return names[bands.findIndex((last) => age <= last)] ?? '60 and older';
};

/** The rows of the report that a photo belongs to. */
export const rowsOf = (photo: Photo): string[] => [
  'all',
  `age ${bandOf(photo)}`,
  ...(photo.sex === null ? [] : [`sex ${photo.sex}`]),
  ...(photo.sex === null || photo.group === null ? [] : [`group ${photo.group}, sex ${photo.sex}`]),
];

const [PRODUCT, EARLIER] = ['product', 'earlier'];

class Rows {
  readonly #rows = new Map<string, Map<string, RateCounter>>();

  add(row: string, rule: string, person: string, hits: number, trials: number): void {
    const rules = this.#rows.get(row) ?? new Map<string, RateCounter>();
    this.#rows.set(row, rules);
    const counter = rules.get(rule) ?? new RateCounter();
    rules.set(rule, counter);
    counter.add(person, hits, trials);
  }

  result(): Record<string, ByRule> {
    const rows = [...this.#rows].toSorted(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(
      rows.map(([row, rules]) => [
        row,
        Object.fromEntries([...rules].map(([rule, counter]) => [rule, counter.result()])),
      ]),
    );
  }
}

const comparisonOf = ({ profile, ages }: Rules): Comparison => ({ profile, ages, lookAlikes: [] });

const neighboursOf = (gallery: Institution['gallery'], profile: RecogniserProfile, photo: Photo) =>
  gallery.neighbours({ modelId: profile.modelId, embedding: photo.embedding });

/**
 * False matches: photos of people who are not enrolled, each claimed to be every other person of the same sex and about
 * the same age.
 */
export function falseMatches({ members, gallery, probes }: Institution, rules: Rules) {
  const { profile, earlier, fixed } = rules;
  const rows = new Rows();
  const comparison = comparisonOf(rules);
  const names = [EARLIER, ...Object.keys(fixed), PRODUCT];
  const thresholds = Object.values(fixed);
  for (const photo of probes) {
    const neighbours = withoutPerson(photo.person, neighboursOf(gallery, profile, photo));
    // Added up for one photo first: there are tens of millions of comparisons.
    const [all, sameGroup] = [new Float64Array(names.length + 1), new Float64Array(names.length + 1)];
    for (const { person, template, earlier: before, of } of members) {
      if (person === photo.person || !isSimilar(photo, of)) continue;
      const score = cosine(photo.embedding, template);
      const isNear =
        score >= profile.agreeThreshold && isNearEnough({ personId: person, score, neighbours }, comparison);
      const wasNear = cosine(photo.embedding, before) >= earlier;
      const hits = [wasNear, ...thresholds.map((threshold) => score >= threshold), isNear, true];
      const isOfGroup = of.group === photo.group;
      for (let i = 0; i < hits.length; i++) {
        if (!hits[i]) continue;
        all[i] = (all[i] ?? 0) + 1;
        if (isOfGroup) sameGroup[i] = (sameGroup[i] ?? 0) + 1;
      }
    }
    for (const row of rowsOf(photo)) {
      const tally = row.startsWith('group') ? sameGroup : all;
      const trials = tally[names.length] ?? 0;
      names.forEach((rule, i) => {
        rows.add(row, rule, photo.person, tally[i] ?? 0, trials);
      });
    }
  }
  return rows.result();
}

/** Misses: photos of enrolled people that are not accepted. */
export function misses({ gallery, claims }: Institution, rules: Rules) {
  const { profile, earlier, fixed } = rules;
  const rows = new Rows();
  const comparison = comparisonOf(rules);
  const scores: number[] = [];
  for (const { photo, template, earlier: before, enrolledWith } of claims) {
    const wasNear = cosine(photo.embedding, before) >= earlier;
    const score = cosine(photo.embedding, template);
    scores.push(score);
    const neighbours = neighboursOf(gallery, profile, photo);
    const isNear = isNearEnough({ personId: photo.person, score, neighbours }, comparison);
    for (const row of rowsOf(photo)) {
      rows.add(`${enrolledWith}, ${row}`, EARLIER, photo.person, Number(!wasNear), 1);
      for (const [rule, threshold] of Object.entries(fixed))
        rows.add(`${enrolledWith}, ${row}`, rule, photo.person, Number(score < threshold), 1);
      rows.add(`${enrolledWith}, ${row}`, PRODUCT, photo.person, Number(!isNear), 1);
    }
  }
  return { rows: rows.result(), scores };
}

/** Every so manieth member from a place on: another class for each photo. */
const classFor = (members: readonly Member[], from: number): Member[] => {
  const step = Math.max(1, Math.floor(members.length / CLASS_SIZE));
  return Array.from({ length: CLASS_SIZE }, (_, i) => members[(from + i * step) % members.length]).flatMap(
    (member) => member ?? [],
  );
};

/** Searches: strangers who are named, and enrolled people who are not, in a class and in the whole institution. */
export function searches({ members, gallery, probes, claims }: Institution, rules: Rules) {
  const { profile } = rules;
  const comparison = comparisonOf(rules);
  const [named, namedInClass, missed] = [new RateCounter(), new RateCounter(), new RateCounter()];
  const search = (photo: Photo, among: readonly Member[], neighbours: Neighbours) => {
    const matches = among.map(({ person, template }) => ({
      personId: person,
      score: cosine(photo.embedding, template),
    }));
    return decideIdentification({ matches, neighbours, candidates: among.length }, comparison);
  };
  probes.forEach((photo, at) => {
    const neighbours = withoutPerson(photo.person, neighboursOf(gallery, profile, photo));
    const others = members.filter(({ person }) => person !== photo.person);
    named.count(photo.person, search(photo, others, neighbours).kind === 'accepted');
    const pupils = classFor(others, at);
    namedInClass.count(photo.person, search(photo, pupils, neighbours).kind === 'accepted');
  });
  for (const { photo, enrolledWith } of claims) {
    if (enrolledWith === 'one photo') continue;
    const outcome = search(photo, members, neighboursOf(gallery, profile, photo));
    missed.count(photo.person, !(outcome.kind === 'accepted' && outcome.personId === photo.person));
  }
  return {
    people: members.length,
    strangers_named: named.result(),
    strangers_named_in_a_class_of_25: namedInClass.result(),
    enrolled_not_named: missed.result(),
  };
}
