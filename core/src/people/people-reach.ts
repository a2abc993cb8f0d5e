import { type Reach, reachOf } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { PeopleReach, PeopleRepos } from './people.ports.ts';
import type { Person } from './people.types.ts';

/** Finds people for an actor: who is beyond the reach of their permission does not exist to them. */
export function createPeopleReach({ repos }: { readonly repos: PeopleRepos }): PeopleReach {
  const covers = async (
    reach: Reach | null,
    person: Pick<Person, 'id' | 'classSection'>,
    { people } = repos,
  ): Promise<boolean> => {
    switch (reach?.of) {
      case 'institution':
        return true;
      case 'sections':
        return person.classSection !== null && reach.sections.includes(person.classSection);
      case 'classes':
        return people.isOnRoster(person.id, reach.classIds);
      case 'self':
        return person.id === reach.personId;
      case undefined:
        return false;
    }
  };

  return {
    covers,

    async require(actor, action, code, tx = repos) {
      const person = await tx.people.byCode(code);
      if (!person || person.kind === 'admin' || !(await covers(reachOf(actor, action), person, tx)))
        throw new AppError('user_not_found');
      return person;
    },

    async requireOrSelf(actor, action, code) {
      const person = await repos.people.byCode(code);
      if (!person || (person.id !== actor.personId && !(await covers(reachOf(actor, action), person))))
        throw new AppError('user_not_found');
      return person;
    },
  };
}
