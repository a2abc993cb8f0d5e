import type { DayKey } from '../attendance/attendance.types.ts';
import type { Role } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { ImportedPerson, TakenIdentifiers } from './people-import.rules.ts';

/** Reads and writes many rows in few statements. */
export interface ImportRepository {
  /** Those of these codes, usernames and addresses that are in use, in lower case. */
  taken(
    codes: readonly string[],
    usernames: readonly string[],
    emails: readonly string[],
  ): Promise<TakenIdentifiers>;
  /**
   * Passwords are replaced by their owners at the first sign-in. Fails with `user_id_taken`, `username_taken` or
   * `email_taken` when one was taken meanwhile.
   */
  insertPeople(
    people: readonly (ImportedPerson & { readonly role: Role; readonly passwordHash: string | null })[],
    registeredOn: LocalDate,
    at: Date,
  ): Promise<void>;
  /** Person ids by code in lower case, without the administrator and deleted people. */
  idsOf(codes: readonly string[]): Promise<Map<string, number>>;
  /**
   * Those of these days that are recorded, by `personId|date`. Imported ones with their times, none for an absence; others
   * with null.
   */
  knownDays(days: readonly DayKey[]): Promise<ReadonlyMap<string, readonly Date[] | null>>;
}

export interface ImportRepos {
  readonly imports: ImportRepository;
}
