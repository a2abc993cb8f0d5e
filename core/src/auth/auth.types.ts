import type { Duty } from '../kernel/access.ts';
import type { PersonListing } from '../people/people.types.ts';

/** How a session was opened. */
export type SignInMeans = 'password' | 'passkey' | 'provider' | 'link' | 'set_up';

export interface Session {
  readonly id: number;
  readonly personId: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly address: string;
  readonly userAgent: string;
  readonly means: SignInMeans;
  /** When the person last showed who they are in this session. */
  readonly confirmedAt: Date | null;
  /** Somebody else chose the person's password. */
  readonly mustChangePassword: boolean;
}

/** Where a call that shows a secret comes from; routes take it from the request with `callerOf`. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  /** What the browser remembers since a sign-in before; null for a browser that nobody has signed in with. */
  readonly deviceToken: string | null;
}

export interface SignedIn {
  readonly token: string;
  readonly person: PersonListing;
  readonly mustDo: Duty | null;
  /** For the browser to remember and to send with the next sign-in: it makes this a known device of the person. */
  readonly deviceToken: string;
}

/** A try to show a secret of an account. */
export interface Attempt {
  /** `person 12`, or a digest of what was typed where no account has that name; null where no account is named. */
  readonly account: string | null;
  /** What failures are counted by: an IPv4 address, or the network of an IPv6 address. */
  readonly network: string;
  /** The known device of that account; null for any other. */
  readonly deviceId: number | null;
}
