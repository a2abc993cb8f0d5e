import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { AuthRepos, PasswordHasher } from '../auth/auth.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { FaceRepos } from '../faces/face.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { PeopleRepos } from './people.ports.ts';
import { PEOPLE_LIMITS, roleOfKind, sectionFor, tidyName, tidyPerson } from './people.rules.ts';
import type { PeopleQuery, Person, PersonListing, PersonPatch, RegistrableKind } from './people.types.ts';

type Repos = AttendanceRepos & AuditRepos & AuthRepos & FaceRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly passwords: PasswordHasher;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

export interface Registration {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly kind: RegistrableKind;
  readonly classSection: string | null;
}

/** What a removal deleted, for the response and the audit trail. */
interface RemovalProof {
  readonly templates: number;
  readonly keyDestroyed: boolean;
  readonly attendance: 'removed' | 'pseudonymised';
}

export function createPeopleService({
  clock,
  random,
  passwords,
  repos,
  settings,
  transactAndPublish,
}: Needs) {
  /** Finds a person by code. Fails with `user_not_found`, also for the administrator's own account. */
  const requireManageable = async (code: string): Promise<PersonListing> => {
    const person = await repos.people.byCode(code);
    if (!person || person.kind === 'admin') throw new AppError('user_not_found');
    return person;
  };

  return {
    async register(actor: Actor, { password, ...given }: Registration): Promise<Person> {
      const { now, date } = await settings.today();
      const hash = await passwords.hash(password); // slow, so outside the transaction
      return transactAndPublish('people', async (tx) => {
        const person = await tx.people.insert(
          tidyPerson({ ...given, role: roleOfKind(given.kind), registeredOn: date }),
        );
        await tx.people.setPasswordHash(person.id, hash, now);
        await tx.audit.insert(
          auditEntry(actor, now, 'person_registered', person.code, { type: person.kind }),
        );
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
    requireManageable,

    async update(actor: Actor, code: string, patch: PersonPatch): Promise<Person> {
      const person = await requireManageable(code);
      const kind = patch.kind ?? person.kind;
      const tidy: PersonPatch = {
        ...patch,
        ...(patch.name === undefined ? {} : { name: tidyName(patch.name) }),
        classSection: sectionFor(
          kind,
          patch.classSection === undefined ? person.classSection : patch.classSection,
        ),
      };
      const { date } = await settings.today();
      return transactAndPublish('people', async (tx) => {
        await tx.attendance.lockPeople([person.id]);
        const before = await tx.people.byId(person.id);
        const updated = await tx.people.update(person.id, tidy);
        if (!before || !updated) throw new AppError('user_not_found');
        if (before.classSection !== updated.classSection)
          await tx.people.recordSection(person.id, before.classSection, updated.classSection, date);
        // Today counts for what the person is from today on; earlier days stay as they were.
        if (before.kind !== updated.kind || before.classSection !== updated.classSection)
          await tx.people.recordKind(person.id, date);
        const changed = Object.keys(patch).join(', ');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'person_updated', updated.code, { changed }));
        return updated;
      });
    },

    async resetPassword(actor: Actor, code: string, password: string): Promise<void> {
      const person = await requireManageable(code);
      const hash = await passwords.hash(password);
      const at = clock.now();
      await transactAndPublish('people', async (tx) => {
        await tx.people.setPasswordHash(person.id, hash, at);
        await tx.sessions.removeAllOf(person.id);
        await tx.audit.insert(auditEntry(actor, at, 'password_changed', person.code));
      });
    },

    /**
     * Deletes login, face data and name, and keeps the attendance under a pseudonym; `erase` deletes the attendance
     * too.
     */
    async remove(actor: Actor, code: string, { erase }: { erase: boolean }): Promise<RemovalProof> {
      const person = await requireManageable(code);
      const at = clock.now();
      const remove = async (tx: Repos): Promise<RemovalProof> => {
        if (!(await tx.attendance.lockPeople([person.id])).has(person.id))
          throw new AppError('user_not_found');
        // Without the key, copies of the templates in old backups cannot be decrypted.
        const templates = await tx.faces.removeTemplates(person.id);
        const hadKey = (await tx.faces.keyOf(person.id)) !== null;
        await tx.faces.removeKey(person.id);
        if (erase) await tx.people.erase(person.id, at);
        else await tx.people.pseudonymise(person.id, `deleted-${randomName(random).slice(0, 12)}`, at);
        const attendance = erase ? 'removed' : 'pseudonymised';
        const detail = { templates, key_destroyed: hadKey, attendance };
        const action = erase ? 'person_erased' : 'person_deleted';
        await tx.audit.insert(auditEntry(actor, at, action, person.code, detail));
        return { templates, keyDestroyed: hadKey, attendance };
      };
      return transactAndPublish(['people', 'faces'], remove, person.id);
    },
  };
}
