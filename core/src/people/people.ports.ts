import type { Action, Actor, Reach } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type {
  NewPerson,
  PeopleQuery,
  Person,
  PersonKind,
  PersonListing,
  PersonPatch,
} from './people.types.ts';

export interface PeopleRepository {
  /** Fails with `user_id_taken`, `username_taken` or `email_taken`. */
  insert(person: NewPerson): Promise<Person>;
  /** Fails with `user_id_taken`, `username_taken` or `email_taken`; null if the person does not exist. */
  update(id: number, patch: PersonPatch): Promise<Person | null>;
  /** Remembers the section of a person from a day on, and the one they had until then for the days before. */
  recordSection(id: number, before: string | null, section: string | null, from: LocalDate): Promise<void>;
  /** Gives the person's recorded day their present kind and section. */
  recordKind(id: number, on: LocalDate): Promise<void>;
  byId(id: number): Promise<PersonListing | null>;
  byIds(ids: readonly number[]): Promise<PersonListing[]>;
  byCode(code: string): Promise<PersonListing | null>;
  byUsername(username: string): Promise<PersonListing | null>;
  /**
   * Whatever the case. An address that somebody entered for themselves counts where no other account has it, not even
   * another one that did the same.
   */
  byEmail(email: string): Promise<PersonListing | null>;
  /** Owners and administrators, the first one first. */
  administrators(): Promise<PersonListing[]>;
  /**
   * Everyone within reach, without accounts that have no attendance and deleted people. Fails with `invalid_input` after
   * somebody who is gone or beyond reach.
   */
  list(query: PeopleQuery, reach: Reach): Promise<{ rows: PersonListing[]; total: number }>;
  recentlyRegistered(limit: number, reach: Reach): Promise<PersonListing[]>;
  /** Whether the person is on the roster of one of the classes. */
  isOnRoster(personId: number, classIds: readonly number[]): Promise<boolean>;
  sections(reach: Reach): Promise<string[]>;
  countByKind(reach: Reach): Promise<Record<PersonKind, number>>;
  passwordHash(personId: number): Promise<string | null>;
  /** `mustChange`: somebody else chose it, and the person replaces it at the next sign-in. */
  setPasswordHash(personId: number, hash: string, at: Date, mustChange?: boolean): Promise<void>;
  /** What a sign-in depends on, unchanged until the end of the transaction. */
  lockSignIn(personId: number): Promise<{ isThere: boolean; hash: string | null; mustChange: boolean }>;
  /**
   * Removes login and name; keeps the row, so that past attendance still belongs to one person. Like `erase`, it leaves
   * a tombstone: a restore of an older backup removes the person again.
   */
  pseudonymise(id: number, pseudonym: string, at: Date): Promise<void>;
  /** Removes the person and all data that refers to them. */
  erase(id: number, at: Date): Promise<void>;
}

export interface PeopleRepos {
  readonly people: PeopleRepository;
}

/** People as one actor may reach them. */
export interface PeopleReach {
  /** `tx` reads inside a transaction. */
  covers(
    reach: Reach | null,
    person: Pick<Person, 'id' | 'classSection'>,
    tx?: PeopleRepos,
  ): Promise<boolean>;
  /** Fails with `user_not_found` beyond the actor's reach. Accounts without attendance are found by nobody. */
  require(actor: Actor, action: Action, code: string, tx?: PeopleRepos): Promise<PersonListing>;
  /** Like `require`, but everybody reaches themselves. */
  requireOrSelf(actor: Actor, action: Action, code: string): Promise<PersonListing>;
}
