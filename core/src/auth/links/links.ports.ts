import type { LinkPurpose } from './links.rules.ts';

/** A one-time link that lets a person choose a password. Only a digest of its token is stored. */
export interface PasswordLink {
  readonly personId: number;
  readonly purpose: LinkPurpose;
  readonly expiresAt: Date;
}

export interface LinkRepository {
  /**
   * Stores a link that ends with the person's present password and address. It replaces the earlier link of the same
   * purpose: `shown` ends all of them, `mailed` those that were mailed.
   */
  put(link: PasswordLink & { tokenHash: Uint8Array; isMailed: boolean }): Promise<void>;
  /** The link, unless it has ended: used, replaced, too old, or the person's password or address has changed. */
  find(tokenHash: Uint8Array, at: Date): Promise<PasswordLink | null>;
  /** Like `find`, and ends the link: of several callers at once, one gets it. */
  take(tokenHash: Uint8Array, at: Date): Promise<PasswordLink | null>;
  removeAllOf(personId: number): Promise<void>;
  removeExpired(at: Date): Promise<void>;
}

export interface LinkRepos {
  readonly links: LinkRepository;
}

/** One-time links, as other features make them. */
export interface Links {
  /**
   * Makes a link within the caller's transaction and answers the page to hand over, for example
   * `/password#token=…`, with the address of the server in front where it is known. It ends the earlier links of the
   * person for the same purpose. The text is a secret: never log it.
   */
  create(tx: LinkRepos, personId: number, purpose: LinkPurpose): Promise<string>;
}
