import type { SealedSecret } from '../../../auth/auth.ports.ts';
import type { Reach } from '../../../kernel/access.ts';
import type { LocalDate } from '../../../kernel/local-date.ts';
import type { KioskMeans } from '../kiosk.types.ts';
import type { QueueState } from './queue.rules.ts';

/** A key that kiosks seal to; the private half is sealed with the master key. */
export interface SealingKey {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly secret: SealedSecret;
}

/** What became of an entry. */
export interface TakenEntry {
  /** The device that wrote it. */
  readonly publicKey: Uint8Array;
  readonly number: number;
  /** Names the entry; see `hashOfEntry`. */
  readonly hash: string;
  readonly kioskId: string;
  readonly kioskName: string;
  /** Null where nothing in the entry could be read. */
  readonly means: KioskMeans | null;
  readonly takenAt: Date;
  readonly receivedAt: Date;
  /** Why it was not counted by itself; empty for one that was. */
  readonly doubts: readonly string[];
  /** Who it is, or would be. */
  readonly personId: number | null;
}

/** An entry that somebody has to look at. */
export interface UnconfirmedEntry
  extends Pick<TakenEntry, 'number' | 'kioskName' | 'means' | 'takenAt' | 'receivedAt' | 'doubts'> {
  readonly id: string;
  readonly kioskId: string | null;
  readonly place: string;
  readonly person: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly classSection: string | null;
    readonly registeredOn: LocalDate;
  } | null;
}

/** A place in their list. */
export interface UnconfirmedPlace extends Pick<UnconfirmedEntry, 'takenAt' | 'number' | 'id'> {
  readonly hasPerson: boolean;
}

export interface UnconfirmedPage {
  /** How many there are in all. */
  readonly total: number;
  readonly entries: readonly UnconfirmedEntry[];
  /** Whether others follow. */
  readonly hasMore: boolean;
}

export interface KioskQueueRepository {
  /** What was taken last of a device; null for one that never sent an entry here. */
  stateOf(publicKey: Uint8Array): Promise<QueueState | null>;
  /** Whether this very entry was taken before. */
  isTaken(publicKey: Uint8Array, hash: string): Promise<boolean>;
  /** Writes an entry down; false when it was before. */
  insert(entry: TakenEntry): Promise<boolean>;
  /** Makes an entry the last of its device; false when another request did so with another one meanwhile. */
  follow(publicKey: Uint8Array, before: QueueState | null, last: QueueState): Promise<boolean>;

  /**
   * Those with a person first, then oldest first, after the given one. Entries without a person are for those who reach
   * everybody.
   */
  unconfirmed(
    reach: Reach,
    page: { readonly after: UnconfirmedPlace | null; readonly limit: number },
  ): Promise<UnconfirmedPage>;
  /** One that nobody has settled, locked until the transaction ends. */
  lockUnconfirmed(id: string): Promise<UnconfirmedEntry | null>;
  settle(id: string, how: 'confirmed' | 'dismissed', at: Date, by: number): Promise<void>;
  /** Removes entries that were received before a moment. */
  removeEntries(before: Date): Promise<void>;

  /** All keys, newest first. */
  sealingKeys(): Promise<SealingKey[]>;
  insertSealingKey(key: SealingKey, at: Date): Promise<void>;
  lockSealingKeys(): Promise<SealingKey[]>;
  resealSealingKey(id: string, secret: SealedSecret): Promise<void>;
}

export interface KioskQueueRepos {
  readonly kioskQueue: KioskQueueRepository;
}

/** Port: opens what was sealed to a public key. */
export interface EvidenceSealing {
  newKey(): Promise<{ readonly publicKey: Uint8Array; readonly privateKey: Uint8Array }>;
  /** Null for what was changed, or sealed to another key or for another entry. */
  open(privateKey: Uint8Array, sealed: Uint8Array, sealedFor: Uint8Array): Promise<Uint8Array | null>;
}
