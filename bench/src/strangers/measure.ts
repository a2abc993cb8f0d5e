import type { Comparison } from '@rollcall/core/faces/matching/nearness.rules';
import { createGallery, type GalleryIndex } from '@rollcall/face/gallery/gallery';
import { seededRandom } from '../shared/seeded-random.ts';
import { EnrolledCounter, type EnrolledRates, StrangerCounter, type StrangerRates } from './counters.ts';
import { drawn, PROBES, type Probe, probeOf, type Subject } from './enrolled.ts';
import type { Rule } from './rules.ts';

type ByProbe<T> = Record<Probe, T>;
export interface RuleResult {
  readonly strangers: ByProbe<StrangerRates>;
  readonly enrolled: ByProbe<EnrolledRates>;
}

const PROBE_NAMES = Object.keys(PROBES) as Probe[]; // its own keys

/** Who is searched among whom. */
export interface Crowd {
  /** People whose names tell them apart: they fill the galleries, and are strangers outside. */
  readonly named: readonly Subject[];
  /** People of sets without names: each is enrolled in turn, and never a stranger. */
  readonly anonymous: readonly Subject[];
}

export interface Draw {
  readonly size: number;
  readonly galleries: number;
  readonly seed: number;
}

/** The same people, where nobody is to be searched as an enrolled person. */
export const strangersOnly = (named: readonly Subject[]): Crowd => ({
  named: named.map((subject) => ({ ...subject, isWhole: false })),
  anonymous: [],
});

/**
 * Galleries of one size, drawn by chance. Every person with a name outside a gallery is a stranger there and searched once;
 * everybody with a whole template and photos beside it is searched as an enrolled person, in the place of a member who is
 * drawn by chance.
 */
export function measureSize<R extends string>(
  { named, anonymous }: Crowd,
  comparison: Comparison,
  rules: Readonly<Record<R, Rule>>,
  { size, galleries, seed }: Draw,
): Record<R, RuleResult> {
  const { modelId } = comparison.profile;
  const random = seededRandom(seed);
  const counters = (Object.entries(rules) as [R, Rule][]).map(([name, rule]) => ({
    name,
    rule,
    strangers: { one_photo: new StrangerCounter(), mean_of_three: new StrangerCounter() },
    enrolled: { one_photo: new EnrolledCounter(), mean_of_three: new EnrolledCounter() },
  }));
  const whole = [...named, ...anonymous].filter(({ isWhole, others }) => isWhole && others.length > 0);

  const put = (gallery: GalleryIndex, { name, template }: Subject) =>
    gallery.set(name, [{ modelId, embedding: template, quality: 1 }]);
  /** Searches once for each kind of probe, and asks every rule. */
  const search = (gallery: GalleryIndex, name: string, photos: Subject['photos'], as: keyof RuleResult) => {
    for (const probe of PROBE_NAMES) {
      const embedding = probeOf(photos, probe, random);
      if (!embedding) continue;
      const neighbours = gallery.neighbours({ modelId, embedding });
      const found = { matches: neighbours.nearest, neighbours, candidates: neighbours.people };
      for (const counter of counters) counter[as][probe].count(name, counter.rule(found, comparison));
    }
  };

  for (let round = 0; round < galleries; round++) {
    const members = drawn(named, size, random);
    const names = new Set(members.map(({ name }) => name));
    const gallery = createGallery();
    for (const member of members) put(gallery, member);
    for (const { name, photos } of named) if (!names.has(name)) search(gallery, name, photos, 'strangers');
    for (const subject of whole) {
      const place = names.has(subject.name) ? null : members[Math.floor(random() * members.length)];
      if (place) {
        gallery.remove(place.name);
        put(gallery, subject);
      }
      search(gallery, subject.name, subject.others, 'enrolled');
      if (place) {
        gallery.remove(subject.name);
        put(gallery, place);
      }
    }
  }
  const results = counters.map(({ name, strangers, enrolled }) => [
    name,
    {
      strangers: {
        one_photo: strangers.one_photo.result(),
        mean_of_three: strangers.mean_of_three.result(),
      },
      enrolled: { one_photo: enrolled.one_photo.result(), mean_of_three: enrolled.mean_of_three.result() },
    },
  ]);
  return Object.fromEntries(results) as Record<R, RuleResult>; // one for each rule
}
