import type { AttendanceRepos } from '../../attendance/attendance.ports.ts';
import type { AuditRepos } from '../../audit/audit.ports.ts';
import type { NewAuditEntry } from '../../audit/audit.types.ts';
import type { RoleGrant } from '../../people/accounts.types.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { Today } from '../../settings/settings.ports.ts';
import type { FactorRepos } from '../factors/factors.ports.ts';
import { isSameAddress, mergeGrants, ranksAbove, roleByGroups } from './providers.rules.ts';
import { endHeldWaysIn, type WaysInRepos } from './ways-in.rules.ts';

export type ProviderAccountRepos = AttendanceRepos & AuditRepos & FactorRepos & PeopleRepos & WaysInRepos;

const sameSections = (one: RoleGrant['sections'], other: RoleGrant['sections']): boolean =>
  one === other ||
  (one !== null && other !== null && [...one].sort().join('\n') === [...other].sort().join('\n'));

/** A sign-in with a provider, and the address that it verified. */
interface SignedInBy {
  readonly providerId: number;
  readonly address: string | null;
}

/**
 * Leaves the provider as the only way into an account. Whoever could enter the address of an account, link it with
 * another provider or reset its password must not have a way into the role that groups then give to somebody else.
 */
async function endOtherWaysIn(
  tx: ProviderAccountRepos,
  { id, email }: PersonListing,
  { providerId, address }: SignedInBy,
): Promise<void> {
  await tx.providers.removePassword(id);
  await tx.factors.removeAll(id);
  await endHeldWaysIn(tx, id, providerId);
  // A link to choose a password would be mailed to it.
  if (email !== null && !(address !== null && isSameAddress(email, address)))
    await tx.people.update(id, { email: null });
}

/**
 * Gives the person what the groups of all their providers give now, and takes what they gave before. Only a sign-in
 * raises a role. Answers whether it did.
 */
export async function applyGroups(
  tx: ProviderAccountRepos,
  personId: number,
  { now, date }: Pick<Today, 'now' | 'date'>,
  by: Pick<NewAuditEntry, 'actorId' | 'actorName' | 'address'>,
  signedIn: SignedInBy | null = null,
): Promise<boolean> {
  const person = await tx.people.byId(personId);
  if (!person) return false;
  const { sections } = await tx.accounts.duties(personId, date);
  const present: RoleGrant = { role: person.role, sections: person.role === 'office' ? sections : null };
  const before = await tx.providers.givenRole(personId);
  const byGroups = async () =>
    roleByGroups(present, before, mergeGrants(await tx.providers.grantsOf(personId)));
  let { next, given } = await byGroups();
  const isRaised = ranksAbove(next.role, present.role);
  if (isRaised) {
    if (signedIn === null) return false;
    await endOtherWaysIn(tx, person, signedIn);
    // Without what the groups of other providers gave.
    ({ next, given } = await byGroups());
  }
  if (before !== null || given !== null) await tx.providers.saveGivenRole(personId, given);
  if (next.role === present.role && sameSections(next.sections, present.sections)) return isRaised;
  await tx.accounts.setRole(personId, next);
  await tx.audit.insert({
    ...by,
    at: now,
    action: 'account_changed',
    subject: person.code,
    detail: {
      role: next.role,
      ...(next.sections ? { sections: next.sections.join(', ') } : {}),
      by: 'groups',
    },
  });
  return isRaised;
}
