import type { PersonToday } from './today.queries.ts';

export interface PeopleGroup {
  /** A section or a class; null for people with neither, who are grouped by their type. */
  readonly name: string | null;
  readonly type: PersonToday['type'];
  readonly people: readonly PersonToday[];
}

/** Groups people by section, those without one by their first class of today, all others by type. Keeps the order. */
export function groupPeople(people: readonly PersonToday[]): PeopleGroup[] {
  const groups = new Map<string, { name: string | null; type: PersonToday['type']; people: PersonToday[] }>();
  for (const person of people) {
    const name = person.class_section ?? person.classes[0] ?? null;
    const key = name === null ? `type ${person.type}` : `in ${name}`;
    const group = groups.get(key);
    if (group) group.people.push(person);
    else groups.set(key, { name, type: person.type, people: [person] });
  }
  return [...groups.values()];
}
