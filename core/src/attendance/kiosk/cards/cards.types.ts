/** `printed`: a card with a QR code that Rollcall made. `number`: the number of a card that a reader reads. */
export const CARD_KINDS = ['printed', 'number'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** A card as administrators see it. What is on it is not known any more. */
export interface Card {
  readonly id: string;
  readonly kind: CardKind;
  /** The last characters, by which people tell cards apart. */
  readonly ending: string;
  readonly issuedAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** A phone or another browser that makes codes for a person. */
export interface Phone {
  readonly id: string;
  /** The browser as it names itself. */
  readonly device: string;
  readonly enrolledAt: Date;
  readonly lastUsedAt: Date | null;
}
