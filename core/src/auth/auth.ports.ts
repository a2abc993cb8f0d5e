import type { AppError } from '../kernel/errors.ts';
import type { AccountRepos } from '../people/accounts.ports.ts';
import type { Person, PersonListing } from '../people/people.types.ts';
import type { Attempt, Caller, Session, SignedIn, SignInMeans } from './auth.types.ts';
import type { Weakness } from './passwords/weak-password.ts';

/** A session and who holds it, in one look: every request asks for it. */
export interface HeldSession {
  readonly session: Session;
  readonly person: Pick<Person, 'id' | 'name' | 'code' | 'role' | 'kind'>;
  /** The role has to have a second factor, and the person has none. */
  readonly lacksFactor: boolean;
}

export interface SessionRepository {
  insert(
    session: Pick<Session, 'personId' | 'address' | 'userAgent' | 'means'> & {
      tokenHash: Uint8Array;
      at: Date;
    },
  ): Promise<void>;
  /** Null also for somebody who was deleted. */
  byTokenHash(tokenHash: Uint8Array): Promise<HeldSession | null>;
  byIds(ids: readonly number[]): Promise<Session[]>;
  /** The last used first. */
  listOf(personId: number): Promise<Session[]>;
  touch(id: number, at: Date): Promise<void>;
  /** The person showed who they are. */
  confirm(id: number, at: Date): Promise<void>;
  /** Keeps the session from being ended until the transaction ends; false when it has been. */
  lock(id: number): Promise<boolean>;
  remove(id: number): Promise<void>;
  /** Whether the person had that session. */
  removeOf(personId: number, id: number): Promise<boolean>;
  /** `except` is the id of a session to keep. Answers how many ended. */
  removeAllOf(personId: number, except?: number): Promise<number>;
  removeOlderThan(idleSince: Date, createdBefore: Date): Promise<number>;
}

/** Browsers in which a person has signed in before, as digests of what the browser remembers. */
export interface DeviceRepository {
  /** The id of the person's device if it was used since. */
  find(personId: number, tokenHash: Uint8Array, usedSince: Date): Promise<number | null>;
  /** Whether this server gave the token to anybody's browser. */
  exists(tokenHash: Uint8Array): Promise<boolean>;
  /** Adds the device or notes its use; the person keeps the `most` last used ones. Answers its id. */
  remember(personId: number, tokenHash: Uint8Array, at: Date, most: number): Promise<number>;
  /** Forgets the person's devices, but for one. */
  forgetAllOf(personId: number, except?: Uint8Array): Promise<void>;
  removeUnusedSince(at: Date): Promise<void>;
}

/** When tries failed, or were begun and are not decided yet. */
export interface PastAttempts {
  readonly account: readonly Date[];
  /** Of the account, from this network. */
  readonly pair: readonly Date[];
  readonly network: readonly Date[];
  readonly device: readonly Date[];
}

export interface AttemptRepository {
  /** Until the end of the transaction no other server judges tries at this account, nor from this network. */
  lock(attempt: Attempt): Promise<void>;
  /** Tries without a known device count for account, pair and network, others for the device only. Nobody has no account. */
  past(attempt: Attempt, since: { account: Date; network: Date }): Promise<PastAttempts>;
  insert(attempt: Attempt, at: Date): Promise<number>;
  remove(id: number): Promise<void>;
  removeOfDevice(deviceId: number): Promise<void>;
  /** Forgets the tries at an account, also those of its devices. */
  removeOfPerson(personId: number): Promise<void>;
  removeOlderThan(at: Date): Promise<void>;
}

/** What the hash of a password costs: `generated` is cheap, because the password is random and long. */
export type HashCost = 'chosen' | 'generated';

/** Port: hashes passwords slowly on purpose, off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Hashes a password that this server generated, at a lower cost: it is random and long, so guessing is hopeless, and
   * an import hashes thousands of them.
   */
  hashGenerated(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  costOf(hash: string): HashCost;
  /** Hashes without a known password, so that a sign-in is the same work whatever the account has. */
  readonly decoys: Readonly<Record<HashCost, string>>;
}

export interface AuthRepos extends AccountRepos {
  readonly sessions: SessionRepository;
  readonly attempts: AttemptRepository;
  readonly devices: DeviceRepository;
}

/**
 * Runs `check`, which looks at a secret that somebody showed, unless there were too many wrong ones (then it fails with
 * `too_many_attempts`). `check` answers null for a wrong secret, which counts as a failure; anything else does not, an
 * error neither. `who` is the person, or what was typed where no account has that name; null where nobody is named, so
 * that only the network is limited. `pinOf` is the person whose PIN was typed, `numberTyped` what was typed where nobody has
 * that number with a PIN, `placeCodeBy` the person who entered the code of a place: wrong passwords, PINs and codes count apart.
 */
export type GuardAttempt = <T>(
  who:
    | { readonly id: number }
    | { readonly pinOf: number }
    | { readonly placeCodeBy: number }
    | { readonly numberTyped: string }
    | string
    | null,
  caller: Pick<Caller, 'address' | 'deviceToken'> & {
    /** At a kiosk: when the secret was shown, which may have been hours ago. Further wrong tries there are slowed down. */
    readonly atDoor?: Date;
  },
  check: () => Promise<T | null>,
) => Promise<T | null>;

/**
 * Runs the work of a sign-in when it is its turn; fails with `busy` or `too_many_requests` when too many wait. `name` is
 * what was typed, or names the account.
 */
export type SignInTurns = <T>(name: string, caller: Caller, work: () => Promise<T>) => Promise<T>;

/**
 * Opens the session at the end of every way to sign in: audit entry, known device, what the person has to do first. The
 * secret must have been checked. `passwordHash` is the hash that was checked: a password that was changed meanwhile does
 * not sign in.
 */
export type FinishSignIn = (
  person: PersonListing,
  how: Caller & { readonly means: SignInMeans; readonly passwordHash?: string },
) => Promise<SignedIn>;

/**
 * What second factors add to signing in; core/src/auth/factors implements it. Only a passkey alone, which is both, goes to
 * `finishSignIn` without it.
 */
export interface SecondFactorGate {
  /**
   * Called after the right password, link or provider. Null where the account has no second factor; otherwise the error
   * `second_factor_needed` with the ticket of this sign-in, which `POST /sign-in/second` takes to `finishSignIn`.
   */
  required(
    person: PersonListing,
    how: { readonly means: SignInMeans; readonly passwordHash?: string },
  ): Promise<AppError | null>;
  /** Whether the role has to have a second factor and the person has none. Asked with every request. */
  mustSetUp(person: PersonListing): Promise<boolean>;
}

/** Port: how hard a password is to guess, from 0 to 4, for somebody who knows the words about its owner. */
export type PasswordStrength = (
  password: string,
  words: readonly string[],
) => Promise<{ readonly score: number; readonly warning: Weakness | null }>;

/** Whose password it is to be. */
export type PasswordOwner = Pick<Person, 'kind' | 'role' | 'name' | 'username'>;

/**
 * Fails with `weak_password` and the reason under `field`. Students need six characters, as the specification says;
 * everybody else, and students with a role, eight and a password that a list of common ones and of their own names does
 * not help to guess.
 */
export type JudgePassword = (password: string, owner: PasswordOwner, field?: string) => Promise<void>;

/** A secret that only the master key opens. */
export interface SealedSecret {
  readonly masterKeyId: string;
  readonly sealed: Uint8Array;
}

/** Seals small secrets with the master key of the installation. */
export interface SecretBox {
  /** `purpose` names what the secret is for and whose it is. Fails with `key_missing` without a key. */
  seal(purpose: string, plain: Uint8Array): Promise<SealedSecret>;
  /**
   * Whether the master key in use is here. Where it is not, another server, or this one later, opens what this one cannot;
   * where it is, a secret that does not open is lost.
   */
  hasKey(): boolean;
  /** Fails with `key_not_here` (503) where it is not: the caller asks again later. */
  assertKey(): void;
  /** The same for a secret that this server cannot open. */
  assertOpens(secret: SealedSecret): void;
  /** Whether the key is here: not after a restore on another machine, until it is imported. */
  canOpen(secret: SealedSecret): boolean;
  /** Null when the key is not here, or when it was sealed for another purpose. */
  open(purpose: string, secret: SealedSecret): Promise<Uint8Array | null>;
  /**
   * A hash that nobody makes without the master key in use: for what is looked up and could be tried out, such as the
   * numbers of cards. Fails with `key_missing` without a key.
   */
  digest(purpose: string, text: string): Promise<Uint8Array>;
}
