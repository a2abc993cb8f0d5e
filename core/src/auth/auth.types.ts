import type { Role } from '../kernel/access.ts';
import type { PersonListing } from '../people/people.types.ts';

export interface Session {
  readonly id: number;
  readonly personId: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export interface SignedIn {
  readonly token: string;
  readonly role: Role;
  readonly person: PersonListing;
}

/** A sign-in attempt; failures are counted per account and per address. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}
