import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { randomName } from '../auth/token.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports, Repositories } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { PEOPLE_LIMITS, sectionFor, tidyName, tidyPerson } from './people.rules.ts';
import type { PeopleQuery, Person, PersonListing, PersonPatch, RegistrableKind } from './people.types.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'passwords' | 'repos'> & {
  settings: SettingsService;
  announcing: Announcing;
};

export interface Registration {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly kind: RegistrableKind;
  readonly classSection: string | null;
}

/** What went, for whoever asked and for the audit trail. */
export interface RemovalProof {
  readonly templates: number;
  readonly keyDestroyed: boolean;
  readonly attendance: 'removed' | 'pseudonymised';
}

export function createPeopleService({ clock, random, passwords, repos, settings, announcing }: Needs) {
  /** The administrator's own account is not one of the people an administrator manages. */
  const manageable = async (code: string): Promise<PersonListing> => {
    const person = await repos.people.byCode(code);
    if (!person || person.kind === 'admin') throw new AppError('user_not_found');
    return person;
  };

  return {
    async register(actor: Actor, { password, ...given }: Registration): Promise<Person> {
      const { now, date } = await settings.today();
      const hash = await passwords.hash(password); // slow: before the transaction, not inside it
      return announcing('people', async (tx) => {
        const person = await tx.people.insert(tidyPerson({ ...given, registeredOn: date }));
        await tx.people.setPasswordHash(person.id, hash, now);
        await tx.audit.insert(auditOf(actor, now, 'person_registered', person.code, { type: person.kind }));
        return person;
      });
    },

    list: (query: PeopleQuery) =>
      repos.people.list({
        ...query,
        limit: query.limit === undefined ? undefined : Math.min(query.limit, PEOPLE_LIMITS.page),
      }),

    recent: (limit: number) => repos.people.recentlyRegistered(limit),
    sections: () => repos.people.sections(),
    manageable,

    async update(actor: Actor, code: string, patch: PersonPatch): Promise<Person> {
      const person = await manageable(code);
      const kind = patch.kind ?? person.kind;
      const tidy: PersonPatch = {
        ...patch,
        ...(patch.name === undefined ? {} : { name: tidyName(patch.name) }),
        classSection: sectionFor(
          kind,
          patch.classSection === undefined ? person.classSection : patch.classSection,
        ),
      };
      return announcing('people', async (tx) => {
        const updated = await tx.people.update(person.id, tidy);
        if (!updated) throw new AppError('user_not_found');
        const changed = Object.keys(patch).join(', ');
        await tx.audit.insert(auditOf(actor, clock.now(), 'person_updated', updated.code, { changed }));
        return updated;
      });
    },

    async resetPassword(actor: Actor, code: string, password: string): Promise<void> {
      const person = await manageable(code);
      const hash = await passwords.hash(password);
      const at = clock.now();
      await announcing('people', async (tx) => {
        await tx.people.setPasswordHash(person.id, hash, at);
        await tx.sessions.removeAllOf(person.id);
        await tx.audit.insert(auditOf(actor, at, 'password_changed', person.code));
      });
    },

    /**
     * Deleting takes away the login, the face and the name; what the institution must keep, its attendance
     * figures, stays under a pseudonym. `erase` takes those too.
     */
    async remove(actor: Actor, code: string, { erase }: { erase: boolean }): Promise<RemovalProof> {
      const person = await manageable(code);
      const at = clock.now();
      const remove = async (tx: Repositories): Promise<RemovalProof> => {
        // The proof: the key that opened the templates is gone, so every copy of them in old backups is noise.
        const templates = await tx.faces.removeTemplates(person.id);
        const hadKey = (await tx.faces.keyOf(person.id)) !== null;
        await tx.faces.removeKey(person.id);
        if (erase) await tx.people.erase(person.id);
        else await tx.people.pseudonymise(person.id, `deleted-${randomName(random).slice(0, 12)}`, at);
        const attendance = erase ? 'removed' : 'pseudonymised';
        const detail = { templates, key_destroyed: hadKey, attendance };
        const action = erase ? 'person_erased' : 'person_deleted';
        await tx.audit.insert(auditOf(actor, at, action, person.code, detail));
        return { templates, keyDestroyed: hadKey, attendance };
      };
      return announcing(['people', 'faces'], remove, person.id);
    },
  };
}
