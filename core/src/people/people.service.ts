import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { AuthRepos, JudgePassword, PasswordHasher } from '../auth/auth.ports.ts';
import type { TokenRepos } from '../auth/tokens/tokens.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { FaceRepos } from '../faces/face.ports.ts';
import { type Actor, reachOf, requireReach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { requireRank } from './accounts.rules.ts';
import { generatePassword } from './generated-password.rules.ts';
import type { PeopleReach, PeopleRepos } from './people.ports.ts';
import { PEOPLE_LIMITS, roleOfKind, tidyPatch, tidyPerson } from './people.rules.ts';
import type { PeopleQuery, Person, PersonListing, PersonPatch, RegistrableKind } from './people.types.ts';

type Repos = AttendanceRepos & AuditRepos & AuthRepos & FaceRepos & PeopleRepos & TokenRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly passwords: PasswordHasher;
  readonly judgePassword: JudgePassword;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly reach: PeopleReach;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  /** Fails with `confirmation_needed`; for an API token with `forbidden`. */
  readonly requireConfirmation: (actor: Actor) => void;
}

export interface Registration {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly kind: RegistrableKind;
  readonly classSection: string | null;
  readonly email?: string | null;
  readonly contactPhone?: string | null;
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
  judgePassword,
  repos,
  settings,
  reach,
  transactAndPublish,
  requireConfirmation,
}: Needs) {
  /** Whoever gets into an account with a role can do what it may, so that it takes more than an open session. */
  const requireAccess = (actor: Actor, { role }: Pick<Person, 'role'>): void => {
    if (role !== 'member') requireConfirmation(actor);
  };

  /** An office registers people into its own sections, and moves them between those only. */
  const assertMayPlace = async (
    actor: Actor,
    person: Pick<Person, 'id' | 'classSection' | 'role'>,
  ): Promise<void> => {
    requireRank(actor, person.role);
    if (!(await reach.covers(reachOf(actor, 'people.manage'), person)))
      throw new AppError('forbidden', {
        fields: { class_section: 'You do not have permission for this section.' },
      });
  };

  const requireForPassword = async (actor: Actor, code: string): Promise<PersonListing> => {
    const person = await reach.require(actor, 'people.manage', code);
    requireRank(actor, person.role);
    // One's own is changed by somebody who knows it.
    if (person.id === actor.personId) throw new AppError('forbidden');
    requireAccess(actor, person);
    return person;
  };

  const replacePassword = async (actor: Actor, person: PersonListing, hash: string): Promise<void> => {
    const at = clock.now();
    await transactAndPublish(
      'people',
      async (tx) => {
        // Somebody may have given the person a role since.
        await tx.accounts.lockRoles();
        const present = await tx.people.byId(person.id);
        if (!present) throw new AppError('user_not_found');
        requireRank(actor, present.role);
        requireAccess(actor, present);
        await tx.people.setPasswordHash(person.id, hash, at, true);
        await tx.devices.forgetAllOf(person.id);
        await tx.sessions.removeAllOf(person.id);
        await tx.tokens.removeAllOf(person.id);
        await tx.audit.insert(auditEntry(actor, at, 'password_changed', person.code));
      },
      person.id,
    );
  };

  return {
    async register(actor: Actor, { password, ...given }: Registration): Promise<Person> {
      const { now, date } = await settings.today();
      const { kind: of } = await settings.institution();
      const added = tidyPerson({ ...given, role: roleOfKind(given.kind), registeredOn: date }, of);
      await assertMayPlace(actor, { ...added, id: 0 });
      await judgePassword(password, added, 'password');
      const hash = await passwords.hash(password); // slow, so outside the transaction
      return transactAndPublish('people', async (tx) => {
        const person = await tx.people.insert(added);
        await tx.people.setPasswordHash(person.id, hash, now);
        await tx.audit.insert(
          auditEntry(actor, now, 'person_registered', person.code, { type: person.kind }),
        );
        return person;
      });
    },

    list: async (actor: Actor, query: PeopleQuery) =>
      repos.people.list(
        {
          ...query,
          limit: query.limit === undefined ? undefined : Math.min(query.limit, PEOPLE_LIMITS.page),
        },
        requireReach(actor, 'people.read'),
      ),

    recent: async (actor: Actor, limit: number): Promise<PersonListing[]> =>
      repos.people.recentlyRegistered(limit, requireReach(actor, 'people.read')),

    /** The sections of the people whom the actor reaches; an office has its own also while nobody is in them. */
    async sections(actor: Actor): Promise<string[]> {
      const within = requireReach(actor, 'people.read');
      return within.of === 'sections' ? within.sections.toSorted() : repos.people.sections(within);
    },

    async update(actor: Actor, code: string, patch: PersonPatch): Promise<Person> {
      const person = await reach.require(actor, 'people.manage', code);
      const tidy = tidyPatch(person, patch, (await settings.institution()).kind);
      const { username = person.username, email = person.email } = tidy;
      // One's own is changed by somebody who has just shown who they are: whoever has the address can sign in.
      if (email !== person.email && person.id === actor.personId)
        throw new AppError('forbidden', {
          fields: { email: 'Change your own e-mail address in your account.' },
        });
      await assertMayPlace(actor, { ...person, ...tidy });
      if (username !== person.username || email !== person.email) requireAccess(actor, person);
      const { date } = await settings.today();
      return transactAndPublish('people', async (tx) => {
        await tx.attendance.lockPeople([person.id]);
        const before = await tx.people.byId(person.id);
        const updated = await tx.people.update(person.id, tidy);
        if (!before || !updated) throw new AppError('user_not_found');
        // Moved beyond the actor's reach or given a role since it was looked up.
        if (before.classSection !== person.classSection || before.role !== person.role)
          throw new AppError('conflict');
        if (before.role !== updated.role)
          await tx.accounts.setRole(person.id, { role: updated.role, sections: null });
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

    /** The person chooses another one at the next sign-in. Their devices are not known any more. */
    async resetPassword(actor: Actor, code: string, password: string): Promise<void> {
      const person = await requireForPassword(actor, code);
      await judgePassword(password, person, 'password');
      await replacePassword(actor, person, await passwords.hash(password));
    },

    /** Like `resetPassword`, with a generated one, which is returned once. */
    async renewPassword(
      actor: Actor,
      code: string,
    ): Promise<{ readonly person: PersonListing; readonly password: string }> {
      const person = await requireForPassword(actor, code);
      const password = generatePassword(random);
      await replacePassword(actor, person, await passwords.hashGenerated(password));
      return { person, password };
    },

    /**
     * Deletes login, face data and name, and keeps the attendance under a pseudonym; `erase` deletes the attendance
     * too.
     */
    async remove(actor: Actor, code: string, { erase }: { erase: boolean }): Promise<RemovalProof> {
      const person = await reach.require(actor, 'people.delete', code);
      requireRank(actor, person.role);
      const at = clock.now();
      const remove = async (tx: Repos): Promise<RemovalProof> => {
        await tx.accounts.lockRoles();
        const present = await tx.people.byId(person.id);
        if (!present) throw new AppError('user_not_found');
        requireRank(actor, present.role);
        if (present.role === 'owner') throw new AppError('owner_stays');
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

export type PeopleService = ReturnType<typeof createPeopleService>;
