import type { LocalDate } from '../time/local-date.ts';
import type { ImportedPerson, Taken } from './people-import.rules.ts';

/** Many rows in few statements. */
export interface ImportRepository {
  /** Of these ids and usernames, those in use, in small letters. */
  taken(codes: readonly string[], usernames: readonly string[]): Promise<Taken>;
  /** Fails with `user_id_taken` or `username_taken` when somebody was faster. */
  insertPeople(
    people: readonly (ImportedPerson & { readonly passwordHash: string | null })[],
    registeredOn: LocalDate,
    at: Date,
  ): Promise<void>;
  /** Person by id in small letters; the administrator and deleted people are not among them. */
  idsOf(codes: readonly string[]): Promise<Map<string, number>>;
  /** `person|day` of every verdict these people already have. */
  knownDays(personIds: readonly number[]): Promise<Set<string>>;
}
