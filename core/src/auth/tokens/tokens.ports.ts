import type { Action } from '../../kernel/access.ts';

/** A key for programs that act as a person, for some actions and until a day. Only a digest of its text is stored. */
export interface ApiToken {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  readonly actions: readonly Action[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface TokenRepository {
  insert(token: Omit<ApiToken, 'id' | 'lastUsedAt'> & { tokenHash: Uint8Array }): Promise<ApiToken>;
  byTokenHash(tokenHash: Uint8Array): Promise<ApiToken | null>;
  byIds(ids: readonly number[]): Promise<ApiToken[]>;
  listOf(personId: number): Promise<ApiToken[]>;
  touch(id: number, at: Date): Promise<void>;
  /** The removed token; null where the person has no such one. */
  remove(personId: number, id: number): Promise<ApiToken | null>;
  /** Answers how many there were. */
  removeAllOf(personId: number): Promise<number>;
  removeExpired(at: Date): Promise<void>;
}

export interface TokenRepos {
  readonly tokens: TokenRepository;
}
