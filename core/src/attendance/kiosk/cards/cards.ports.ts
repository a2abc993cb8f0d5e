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
  readonly isRevoked: boolean;
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
  /** The card in use, or else one that was revoked. */
  byHash(hash: Uint8Array): Promise<FoundCard | null>;
  /** Notes that the card was used; false when it was revoked meanwhile. */
  use(id: string, at: Date): Promise<boolean>;
  /** Numbers, locked until the transaction ends. */
  lockNumbers(): Promise<{ readonly id: string; readonly secret: SealedSecret }[]>;
  reseal(id: string, secret: SealedSecret, hash: Uint8Array): Promise<void>;
}

export interface FoundPhone {
  readonly personId: number;
  readonly secret: SealedSecret;
}

export interface PhoneRepository {
  /** The last enrolled first. */
  listOf(personId: number): Promise<Phone[]>;
  /** Makes others who add a phone of the person wait until the transaction ends. */
  lockOf(personId: number): Promise<void>;
  insert(phone: FoundPhone & Pick<Phone, 'id' | 'device'>, at: Date): Promise<void>;
  /** Null when the person has no such phone. */
  remove(id: string, personId: number): Promise<Phone | null>;
  byId(id: string): Promise<FoundPhone | null>;
  isStepUsed(id: string, step: number): Promise<boolean>;
  /** Takes a step of the phone's code: false when it was taken before at whichever server, or the phone is gone. */
  useStep(id: string, step: number, at: Date): Promise<boolean>;
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
