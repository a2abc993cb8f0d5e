import { useState } from 'react';
import type { PeopleSearch } from '../../lib/search-params.ts';
import type { User } from './people.queries.ts';

/** What the list shows, whatever its page and order. */
const filterOf = ({ q, type, section, face }: PeopleSearch): string =>
  JSON.stringify([q, type, section, face]);

/** The selected people: kept over the pages of a list, given up with its filters. */
export function useSelection(search: PeopleSearch) {
  const filter = filterOf(search);
  const [kept, setKept] = useState({ filter, people: new Map<string, User>() });
  const people = kept.filter === filter ? kept.people : new Map<string, User>();
  return {
    people: [...people.values()],
    has: (user: User) => people.has(user.id),
    set(users: readonly User[], isSelected: boolean) {
      const next = new Map(people);
      for (const user of users) {
        if (isSelected) next.set(user.id, user);
        else next.delete(user.id);
      }
      setKept({ filter, people: next });
    },
    clear: () => setKept({ filter, people: new Map() }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
