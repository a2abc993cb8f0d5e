import type { PresenceSource } from '@rollcall/core/attendance/today/present/present.ports';
import type { PersonKind } from '@rollcall/core/people/people.types';

/** Where somebody was last seen. */
export interface Seen {
  readonly time: string;
  readonly by: PresenceSource;
  readonly place: string | null;
}

/** Somebody on a list of who is present. */
export interface ListedPerson {
  readonly id: string;
  readonly name: string;
  readonly type: PersonKind;
  readonly class_section: string | null;
  readonly seen: Seen | null;
}

/** Somebody on the list of a drill. */
export interface DrillEntry extends ListedPerson {
  /** In when the drill began; false for whoever came later. */
  readonly was_in: boolean;
  readonly ticked_time: string | null;
}

/** Whom a drill shows. */
export const DRILL_CHOICES = ['all', 'missing', 'found'] as const;
export type DrillChoice = (typeof DRILL_CHOICES)[number];

export const GROUPINGS = ['section', 'place'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface PresentGroup<T> {
  /** Tells groups apart; people without a section or place are grouped by what is known instead. */
  readonly key: string;
  readonly name: string | null;
  readonly people: readonly T[];
}

interface PresentFilter {
  readonly search?: string | undefined;
  readonly section?: string | undefined;
  readonly place?: string | undefined;
}

/** A place as the filter names it: kiosks and classes by name, everything else by its kind. */
export const placeKey = (seen: Seen | null): string =>
  seen === null ? 'none' : seen.place === null ? `by ${seen.by}` : `at ${seen.place}`;

const matches = (text: string, search: string): boolean =>
  text.toLocaleLowerCase().includes(search.toLocaleLowerCase());

export function filterPeople<T extends ListedPerson>(
  people: readonly T[],
  { search, section, place }: PresentFilter,
): T[] {
  const typed = search?.trim() ?? '';
  return people.filter(
    ({ name, id, class_section, seen }) =>
      (typed === '' || matches(name, typed) || matches(id, typed)) &&
      (section === undefined || class_section === section) &&
      (place === undefined || placeKey(seen) === place),
  );
}

/** Groups in the order in which they first appear, those without a name last. */
export function groupPresent<T extends ListedPerson>(
  people: readonly T[],
  grouping: Grouping,
): PresentGroup<T>[] {
  const groups = new Map<string, { key: string; name: string | null; people: T[] }>();
  for (const person of people) {
    const { class_section, type, seen } = person;
    const name = grouping === 'section' ? class_section : (seen?.place ?? null);
    const key = grouping === 'place' ? placeKey(seen) : name === null ? `type ${type}` : `in ${name}`;
    const group = groups.get(key);
    if (group) group.people.push(person);
    else groups.set(key, { key, name, people: [person] });
  }
  return [...groups.values()].toSorted((a, b) => Number(a.name === null) - Number(b.name === null));
}

/** The frozen list of a drill with whoever came since: they stand at the assembly point as well. */
export function drillEntries(
  frozen: readonly DrillEntry[],
  present: readonly ListedPerson[],
): (DrillEntry & { readonly isNew: boolean })[] {
  const known = new Set(frozen.map(({ id }) => id));
  const later = present
    .filter(({ id }) => !known.has(id))
    .map((person) => ({ ...person, was_in: false, ticked_time: null }));
  return [...frozen, ...later].map((entry) => ({ ...entry, isNew: !entry.was_in }));
}
