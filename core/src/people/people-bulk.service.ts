import { type Actor, isAdministrator, reachOf } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { PeopleReach } from './people.ports.ts';
import { hasSection } from './people.rules.ts';
import type { PeopleService } from './people.service.ts';
import type { PersonListing, Refusal } from './people.types.ts';

export interface Refused {
  readonly code: string;
  readonly reason: Refusal;
}

interface BulkResult<T> {
  readonly done: readonly T[];
  readonly refused: readonly Refused[];
  /** Errors that nobody expected: the caller reports them. Whom they hit is among the refused. */
  readonly failures: readonly unknown[];
}

interface Needs {
  readonly people: Pick<PeopleService, 'update' | 'renewPassword' | 'remove'>;
  readonly reach: PeopleReach;
  readonly settings: SettingsReader;
}

const NOT_ALLOWED: readonly string[] = ['forbidden', 'owner_stays', 'confirmation_needed'];

const refusalOf = (error: AppError): Refusal => {
  if (error.code === 'user_not_found') return 'not_found';
  return NOT_ALLOWED.includes(error.code) ? 'not_allowed' : 'failed';
};

/**
 * One act on many people. Each of them is changed as by the call for one: with the same checks, in a transaction of
 * its own, with its own audit entry. Who cannot be changed is left out and named; the others are not undone.
 */
export function createPeopleBulkService({ people, reach, settings }: Needs) {
  const forEach = async <T extends object>(
    codes: readonly string[],
    act: (code: string) => Promise<T | Refusal>,
  ): Promise<BulkResult<T>> => {
    const done: T[] = [];
    const refused: Refused[] = [];
    const failures: unknown[] = [];
    for (const code of new Set(codes)) {
      const result = await act(code).catch((error: unknown): Refusal => {
        if (error instanceof AppError) return refusalOf(error);
        failures.push(error);
        return 'failed';
      });
      if (typeof result === 'string') refused.push({ code, reason: result });
      else done.push(result);
    }
    return { done, refused, failures };
  };

  /** Administrators are changed one by one: a second one may have to approve it. */
  const requireMember = async (
    actor: Actor,
    action: 'people.manage' | 'people.delete',
    code: string,
  ): Promise<PersonListing> => {
    const person = await reach.require(actor, action, code);
    if (isAdministrator(person.role)) throw new AppError('forbidden');
    return person;
  };

  return {
    /** Fails with `forbidden` when the section itself is beyond reach. */
    async moveToSection(actor: Actor, codes: readonly string[], section: string) {
      if (!(await reach.covers(reachOf(actor, 'people.manage'), { id: 0, classSection: section })))
        throw new AppError('forbidden', {
          fields: { class_section: 'You do not have permission for this section.' },
        });
      const { kind: of } = await settings.institution();
      return forEach(codes, async (code) => {
        const person = await requireMember(actor, 'people.manage', code);
        if (!hasSection(person.kind, of)) return 'no_section';
        if (person.classSection !== section) await people.update(actor, code, { classSection: section });
        return { code };
      });
    },

    /** New passwords, returned once; each person chooses their own at the next sign-in. */
    renewPasswords: (actor: Actor, codes: readonly string[]) =>
      forEach(codes, async (code) => {
        await requireMember(actor, 'people.manage', code);
        return people.renewPassword(actor, code);
      }),

    /** Past attendance stays under a pseudonym. */
    remove: (actor: Actor, codes: readonly string[]) =>
      forEach(codes, async (code) => {
        await requireMember(actor, 'people.delete', code);
        await people.remove(actor, code, { erase: false });
        return { code };
      }),
  };
}
