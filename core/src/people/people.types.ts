import type { Role } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';

export const PERSON_KINDS = ['student', 'teacher', 'staff', 'employee', 'admin'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** Kinds that an administrator may register; set-up creates the administrator. */
export const REGISTRABLE_KINDS = ['student', 'teacher', 'staff', 'employee'] as const;
export type RegistrableKind = (typeof REGISTRABLE_KINDS)[number];

export interface Person {
  /** Internal id; never leaves the server. */
  readonly id: number;
  /** The institution's number for the person, unique. */
  readonly code: string;
  readonly name: string;
  readonly username: string | null;
  readonly kind: PersonKind;
  readonly classSection: string | null;
  readonly registeredOn: LocalDate;
  readonly role: Role;
  /** Unique, whatever its case, among those that somebody else has entered; it can sign in by a link or a provider. */
  readonly email: string | null;
  /** Whom the office calls when the person is missing: theirs, or a guardian's. Shown to staff only. */
  readonly contactPhone: string | null;
}

export interface PersonListing extends Person {
  readonly hasFaceData: boolean;
  readonly hasPassword: boolean;
}

export type NewPerson = Omit<Person, 'id' | 'email' | 'contactPhone'> &
  Partial<Pick<Person, 'email' | 'contactPhone'>>;

export type PersonPatch = Partial<
  Pick<Person, 'code' | 'name' | 'username' | 'kind' | 'classSection' | 'email' | 'contactPhone'>
> & {
  /** The person entered the address themselves and nobody checked it: a provider does not match it, others may have it. */
  readonly emailUnchecked?: boolean;
};

export const PEOPLE_SORTS = ['id', 'name', 'type', 'section', 'registered'] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

export interface PeopleQuery {
  readonly search?: string | undefined;
  readonly kind?: RegistrableKind | undefined;
  readonly section?: string | undefined;
  readonly hasFaceData?: boolean | undefined;
  readonly sort?: PeopleSort | undefined;
  readonly descending?: boolean | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** The number of a person: those who come after them in this order. */
  readonly after?: number | undefined;
}

/** Why an act on many people leaves somebody out: unknown or beyond reach, a higher account, no student, changed meanwhile. */
export const REFUSALS = ['not_found', 'not_allowed', 'no_section', 'failed'] as const;
export type Refusal = (typeof REFUSALS)[number];
