import type { SealedSecret } from '../../../auth/auth.ports.ts';
import type { Card, Phone } from './cards.types.ts';

/** A card to be stored. */
export interface NewCard extends Pick<Card, 'kind' | 'ending'> {
  readonly personId: number;
  readonly hash: Uint8Array;
  /** Of a number, which is hashed with the master key: sealed with it too, so that another key can hash it again. */
  readonly secret: SealedSecret | null;
}

export interface FoundCard {
  readonly id: string;
  readonly personId: number;
  /** Whether it counts now, or did at the moment that was asked about. */
  readonly isValid: boolean;
}

export interface CardRepository {
  /** Those in use first, then the last revoked ones. */
  listOf(personId: number): Promise<Card[]>;
  /** Fails with `card_taken` where a card in use has the number. */
  insert(card: NewCard, at: Date, issuedBy: number): Promise<Card>;
  /** Ends the printed cards of the person. */
  revokePrinted(personId: number, at: Date): Promise<void>;
  /** Null when the person has no such card in use. */
  revoke(id: string, personId: number, at: Date): Promise<Card | null>;
  /** The card that counts, now or with `heldAt` at that moment; else another one with the hash. */
  byHash(hash: Uint8Array, heldAt?: Date): Promise<FoundCard | null>;
  /** Notes that the card was used; false when it was revoked meanwhile, or with `heldAt` before that moment. */
  use(id: string, at: Date, heldAt?: Date): Promise<boolean>;
  /** Numbers, locked until the transaction ends. */
  lockNumbers(): Promise<{ readonly id: string; readonly secret: SealedSecret }[]>;
  reseal(id: string, secret: SealedSecret, hash: Uint8Array): Promise<void>;
}

/** A phone to be stored. */
export interface NewPhone extends Pick<Phone, 'id' | 'device'> {
  readonly personId: number;
  readonly secret: SealedSecret;
}

export interface FoundPhone {
  readonly personId: number;
  readonly secret: SealedSecret;
  /** Whether it counts now, or did at the moment that was asked about. */
  readonly isValid: boolean;
}

export interface PhoneRepository {
  /** The last enrolled first. */
  listOf(personId: number): Promise<Phone[]>;
  /** Makes others who add a phone of the person wait until the transaction ends. */
  lockOf(personId: number): Promise<void>;
  insert(phone: NewPhone, at: Date): Promise<void>;
  /** Null when the person has no such phone. It counts no more, but for entries of kiosks of before. */
  remove(id: string, personId: number, at: Date): Promise<Phone | null>;
  byId(id: string, heldAt?: Date): Promise<FoundPhone | null>;
  /** Forgets phones that were removed before a moment. */
  removeEndedBefore(at: Date): Promise<void>;
  isStepUsed(id: string, step: number): Promise<boolean>;
  /** Takes a step of the phone's code: false when it was taken before at whichever server, or the phone is gone. */
  useStep(id: string, step: number, at: Date, heldAt?: Date): Promise<boolean>;
  /** Removes steps that were used before a moment. */
  removeStepsBefore(at: Date): Promise<void>;
  /** All of them, locked until the transaction ends. */
  lockAll(): Promise<{ readonly id: string; readonly secret: SealedSecret }[]>;
  reseal(id: string, secret: SealedSecret): Promise<void>;
}

export interface CardRepos {
  readonly cards: CardRepository;
  readonly phones: PhoneRepository;
}
