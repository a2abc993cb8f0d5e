import type { Actor } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Account, AccountQuery, RoleGrant } from './accounts.types.ts';
import type { Person } from './people.types.ts';

/** Which sessions still count, and from which day on the classes of a teacher are listed. */
export interface AccountMoment {
  readonly idleSince: Date;
  readonly openedSince: Date;
  readonly today: LocalDate;
}

export interface AccountRepository {
  /** What the account of an office or a teacher is limited to on a day. */
  duties(personId: number, on: LocalDate): Promise<Pick<Actor, 'sections' | 'classIds'>>;
  /** Highest role first, then by name. */
  list(query: AccountQuery, moment: AccountMoment): Promise<{ rows: Account[]; total: number }>;
  byCode(code: string, moment: AccountMoment): Promise<Account | null>;
  /** Changes of roles wait for each other until the transaction ends, at all servers. */
  lockRoles(): Promise<void>;
  /** Owners who can sign in with a password, in the order in which they came. */
  ownersWithPassword(): Promise<number[]>;
  /** Owners and administrators who have a way to sign in: not somebody who was invited and has not come yet. */
  administratorsWhoSignIn(): Promise<Pick<Person, 'id' | 'role'>[]>;
  /** Replaces the role and its sections. Who becomes an office or a member has no classes any more. */
  setRole(personId: number, grant: RoleGrant): Promise<void>;
  /** A password that the person did not choose in their own account or at set-up is to be replaced at the next sign-in. */
  requireOwnPassword(personId: number): Promise<void>;
}

export interface AccountRepos {
  readonly accounts: AccountRepository;
}
