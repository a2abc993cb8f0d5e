import { type Actor, isAdministrator, outranks, ROLES, type Role } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { RoleGrant } from './accounts.types.ts';
import type { PersonKind } from './people.types.ts';

export const ACCOUNT_LIMITS = { sections: 200, page: 50 } as const;

/** Fails with `forbidden` where the other account stands higher, or equal below administrators. */
export function requireRank(actor: Pick<Actor, 'role'>, role: Role): void {
  if (!outranks(actor, role))
    throw new AppError('forbidden', { message: 'This account has a higher role than yours.' });
}

/** Nobody changes an account above their own, and nobody gives a role above their own: only owners make owners. */
export function requireGrant(actor: Pick<Actor, 'role'>, from: Role, to: Role): void {
  requireRank(actor, from);
  if (!outranks(actor, to))
    throw new AppError('forbidden', { message: 'You can’t give a role above your own.' });
}

/** Roles that can have classes of their own: an office is limited to sections, of which a class may have none. */
export const TEACHING_ROLES: readonly Role[] = ['owner', 'administrator', 'teacher'];

/** Whether the role rises to one that decides about other accounts. */
export const risesToAdministrator = (from: Role, to: Role): boolean =>
  isAdministrator(to) && ROLES.indexOf(to) < ROLES.indexOf(from);

/** The grant without what does not belong to its role. */
export function tidyGrant({ role, sections }: RoleGrant, kind: PersonKind): RoleGrant {
  if (role === 'member' && kind === 'admin')
    throw new AppError('invalid_input', {
      fields: {
        role: 'This account has no attendance, so it needs another role. You can delete it instead.',
      },
    });
  if (sections !== null && role !== 'office')
    throw new AppError('invalid_input', {
      fields: { sections: 'Only the office role can be limited to sections.' },
    });
  return { role, sections: sections && [...new Set(sections.map((section) => section.trim()))].sort() };
}

/**
 * One owner who can sign in with a password has to remain. `owners` are all who can now; somebody who was invited but
 * has not chosen a password yet is none.
 */
export function requireAnotherOwner(owners: readonly number[], personId: number): void {
  if (!owners.some((id) => id !== personId)) throw new AppError('last_owner');
}

/** A code for an account without attendance: its username, in the characters of a code. */
export const codeFor = (username: string, attempt: number): string => {
  const plain = username.replace(/[^\p{L}\p{N}._-]/gu, '-').slice(0, 30);
  return attempt === 1 ? plain : `${plain}-${attempt}`;
};
