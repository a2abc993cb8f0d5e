import type { Role } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Person } from './people.types.ts';

/** A class of a teacher; with days, as a substitute. */
export interface AccountClass {
  readonly id: number;
  readonly name: string;
  readonly firstDay: LocalDate | null;
  readonly lastDay: LocalDate | null;
}

/** A person as the holder of a role. */
export interface Account extends Omit<Person, 'classSection' | 'registeredOn'> {
  /** The sections that an office is limited to; null where nothing limits it. */
  readonly sections: readonly string[] | null;
  readonly classes: readonly AccountClass[];
  readonly hasPassword: boolean;
  /** The identity providers with which the person signs in. */
  readonly providers: readonly { readonly id: number; readonly name: string }[];
  readonly hasSecondFactor: boolean;
  /** How many sessions are open. */
  readonly sessions: number;
  readonly lastSignInAt: Date | null;
}

export interface AccountQuery {
  readonly role?: Role | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A role and what it is limited to: `sections` of an office, null for all of them. */
export interface RoleGrant {
  readonly role: Role;
  readonly sections: readonly string[] | null;
}

/** What is left out stays as it is; somebody who becomes an office has all sections then. */
export interface AccountChange {
  readonly role: Role;
  readonly sections?: RoleGrant['sections'];
  readonly email?: string | null;
}

/** Somebody without attendance; a person of the institution is invited by their code. */
export interface Invitation extends AccountChange {
  readonly of: { readonly code: string } | { readonly name: string; readonly username: string };
}
