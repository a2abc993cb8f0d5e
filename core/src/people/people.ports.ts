import type {
  NewPerson,
  PeopleQuery,
  Person,
  PersonKind,
  PersonListing,
  PersonPatch,
} from './people.types.ts';

export interface PeopleRepository {
  /** Fails with `user_id_taken` or `username_taken`. */
  insert(person: NewPerson): Promise<Person>;
  /** Fails with `user_id_taken` or `username_taken`; null if the person does not exist. */
  update(id: number, patch: PersonPatch): Promise<Person | null>;
  byId(id: number): Promise<PersonListing | null>;
  byCode(code: string): Promise<PersonListing | null>;
  byUsername(username: string): Promise<PersonListing | null>;
  administrator(): Promise<PersonListing | null>;
  /** Everyone except the administrator and deleted people. */
  list(query: PeopleQuery): Promise<{ rows: PersonListing[]; total: number }>;
  recentlyRegistered(limit: number): Promise<PersonListing[]>;
  sections(): Promise<string[]>;
  countByKind(): Promise<Record<PersonKind, number>>;
  passwordHash(personId: number): Promise<string | null>;
  setPasswordHash(personId: number, hash: string, at: Date): Promise<void>;
  /** Removes login and name; keeps the row, so that past attendance still belongs to one person. */
  pseudonymise(id: number, pseudonym: string, at: Date): Promise<void>;
  /** Removes the person and all data that refers to them. */
  erase(id: number): Promise<void>;
}

export interface PeopleRepos {
  readonly people: PeopleRepository;
}
