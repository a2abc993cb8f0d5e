import type { QualityReason } from '../../faces/face.types.ts';
import type { NamingReasons, StrangersIn } from '../../faces/matching/naming.rules.ts';
import type { FrontView } from '../../liveness/challenge.rules.ts';
import type {
  Kiosk,
  KioskListing,
  KioskLiveness,
  KioskMeans,
  KioskScope,
  KioskSettings,
} from './kiosk.types.ts';

/** The key of a paired device, and the number of its last request. */
export interface KioskKey {
  readonly kiosk: Kiosk;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly pairedAt: Date;
}

export interface Pairing {
  readonly publicKey: Uint8Array;
  readonly device: string;
  readonly address: string;
  readonly expiresAt: Date;
  /** The kiosk that it became. */
  readonly kioskId: string | null;
}

export interface WaitingPairing {
  readonly codeHash: Uint8Array;
  readonly address: string;
}

/** What a kiosk answered to one person. */
export interface NewAnswer {
  readonly kioskId: string;
  readonly at: Date;
  readonly outcome: string;
  readonly means: KioskMeans;
  readonly personId: number | null;
  readonly checkInId: number | null;
  readonly reasons: NamingReasons | null;
}

/** An answer as administrators read it. */
export interface ListedAnswer extends Pick<NewAnswer, 'at' | 'outcome' | 'means' | 'reasons'> {
  readonly id: string;
  readonly person: { readonly code: string; readonly name: string } | null;
  /** When the person said that it was somebody else. */
  readonly takenBackAt: Date | null;
}

export interface StoredAnswer {
  readonly personId: number;
  readonly at: Date;
  readonly checkInId: number | null;
}

/** A face that waits for the PIN. */
export interface KioskTry {
  readonly id: string;
  readonly asks: 'two_digits' | 'pin';
  /** Who it may be, nearest first. */
  readonly people: readonly number[];
  readonly reasons: NamingReasons;
  readonly wrongTries: number;
}

export interface KioskRepository {
  /** By name; figures of what was answered since. */
  list(since: Date): Promise<KioskListing[]>;
  byId(id: string): Promise<Kiosk | null>;
  count(): Promise<number>;
  /** Fails with `kiosk_taken` where another one has the name. */
  insert(settings: KioskSettings, at: Date, addedBy: number): Promise<Kiosk>;
  /** The settings of before are kept for entries that were written under them. */
  update(id: string, settings: KioskSettings, at: Date): Promise<Kiosk | null>;
  /** The settings at a moment, where they were changed since; null where those of now held then. */
  formerSettings(id: string, heldAt: Date): Promise<Kiosk | null>;
  /** Removes former settings that ended before a moment. */
  removeFormerBefore(at: Date): Promise<void>;
  /** Answers the name of the removed kiosk, or null. */
  remove(id: string): Promise<string | null>;

  keyOf(kioskId: string): Promise<KioskKey | null>;
  /** Takes the counter of a request; false when a request with this or a larger one was taken, or the key is another. */
  takeCounter(kioskId: string, publicKey: Uint8Array, counter: number, at: Date): Promise<boolean>;
  /** Replaces the key of the kiosk. Fails with `kiosk_code_used` where another kiosk has it. */
  saveKey(
    kioskId: string,
    pairing: Pick<Pairing, 'publicKey' | 'device'>,
    at: Date,
    pairedBy: number,
  ): Promise<void>;
  /** False when no device was paired. */
  removeKey(kioskId: string): Promise<boolean>;

  /** Makes others who add kiosks or pairings wait until the transaction ends. */
  lockList(): Promise<void>;
  /** Devices that show a code which counts and was not used, the oldest first. */
  waitingPairings(at: Date): Promise<WaitingPairing[]>;
  removePairing(codeHash: Uint8Array): Promise<void>;
  insertPairing(codeHash: Uint8Array, pairing: Omit<Pairing, 'kioskId'>, at: Date): Promise<void>;
  /** Reads and locks the pairing until the transaction ends. */
  lockPairing(codeHash: Uint8Array): Promise<Pairing | null>;
  pairing(codeHash: Uint8Array): Promise<Pairing | null>;
  usePairing(codeHash: Uint8Array, kioskId: string): Promise<void>;

  /** Everybody whom a kiosk of this scope may recognise and who is in attendance; the roster of a class for its scope. */
  peopleIn(scope: Exclude<KioskScope, { of: 'everyone' }>): Promise<number[]>;

  insertAnswer(answer: NewAnswer): Promise<string>;
  /** Answers of the kiosk with one of these outcomes, after a moment and up to another. */
  countAnswers(kioskId: string, outcomes: readonly string[], after: Date, upTo: Date): Promise<number>;
  /** The latest answers of the kiosk, newest first. */
  answersOf(kioskId: string, limit: number): Promise<ListedAnswer[]>;
  /** An answer of this kiosk that named somebody and was not taken back, locked until the transaction ends. */
  lockAnswer(id: string, kioskId: string): Promise<StoredAnswer | null>;
  takeBackAnswer(id: string, at: Date): Promise<void>;

  insertTry(
    entry: Pick<KioskTry, 'asks' | 'people' | 'reasons'> & {
      readonly kioskId: string;
      readonly expiresAt: Date;
    },
  ): Promise<string>;
  /** An open try of this kiosk. */
  findTry(id: string, kioskId: string, at: Date): Promise<KioskTry | null>;
  countWrongTry(id: string): Promise<void>;
  /** False when it is gone: it counted already. */
  removeTry(id: string): Promise<boolean>;

  /** Removes pairings and tries that ended before a moment, and answers before another. */
  removeEnded(before: Date, answersBefore: Date): Promise<void>;
}

export interface KioskRepos {
  readonly kiosks: KioskRepository;
}

/** What several pictures of whoever stands there show. */
export type FaceAtKiosk =
  | { readonly kind: 'poor_quality'; readonly reason: QualityReason; readonly message: string }
  | { readonly kind: 'not_live' }
  | { readonly kind: 'unknown'; readonly reasons: NamingReasons | null }
  /** `front`: where a movement is asked for, what it is measured from. */
  | (RecognisedFace & { readonly front: FrontView | null });

/** Who it is, or that a PIN tells which of several. */
export interface RecognisedFace {
  readonly kind: 'named' | 'two_digits' | 'pin';
  /** Who it may be, nearest first. */
  readonly people: readonly number[];
  readonly reasons: NamingReasons;
}

/** Port: recognises whoever stands in front of a kiosk; implemented by the faces. */
export interface KioskFaces {
  recognise(
    pictures: readonly Uint8Array[],
    options: {
      readonly liveness: KioskLiveness;
      readonly strangersIn: StrangersIn;
      /** Those whom it may be; null for everybody. */
      readonly among: readonly number[] | null;
    },
  ): Promise<FaceAtKiosk>;
  /** Whether they are more than were ever measured: then every face is asked for two digits. */
  areTooMany(options: {
    readonly strangersIn: StrangersIn;
    readonly among: readonly number[] | null;
  }): Promise<boolean>;
}
