import type { PersonListing } from '../people/people.types.ts';

/** How a session was opened. */
export type SignInMeans = 'password' | 'passkey' | 'provider' | 'link' | 'set_up';

export interface Session {
  readonly id: number;
  readonly personId: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export interface SignedIn {
  readonly token: string;
  readonly person: PersonListing;
}

/** A sign-in attempt; failures are counted per account and per address. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}
