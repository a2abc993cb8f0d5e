import { hashToken, type RandomSource } from '../../../kernel/random.ts';
import { toBase32 } from './base32.ts';

/** What a kiosk was shown, read or typed, told apart by its form. */
export type Scanned =
  | { readonly kind: 'printed'; readonly code: string }
  | { readonly kind: 'phone'; readonly phoneId: string; readonly step: number; readonly mac: string }
  | { readonly kind: 'number'; readonly number: string };

/** Longer texts are no card. */
export const SCANNED_MAX = 200;
/** Characters of a card's number: four bytes at least would be right, but readers leave zeros in front away. */
export const CARD_NUMBER = { least: 4, most: 32 } as const;
/** Characters by which people tell cards apart. */
export const ENDING_LENGTH = 4;

/** 160 random bits. */
const SECRET_BYTES = 20;
const PRINTED = /^RC1:[0-9A-HJKMNP-TV-Z]{32}$/;
const PHONE = /^RP1:([0-9A-HJKMNP-TV-Z]{16})\.(\d{1,12})\.([0-9A-HJKMNP-TV-Z]{16})$/;
const NUMBER = new RegExp(`^[0-9A-F]{${CARD_NUMBER.least},${CARD_NUMBER.most}}$`);

/** The text of a new printed card. */
export const newCardCode = (random: RandomSource): string => `RC1:${toBase32(random.bytes(SECRET_BYTES))}`;

/** The digest that is stored of a printed card. Its text is random and long, so a plain hash is enough. */
export const hashCardCode = (code: string): Promise<Uint8Array> => hashToken(`card ${code}`);

/** The number of a card however it was typed or read: `04:a2-3f` is `04A23F`. Null for what is none. */
export function plainCardNumber(typed: string): string | null {
  const plain = typed.toUpperCase().replaceAll(/[\s:._-]/g, '');
  return NUMBER.test(plain) ? plain : null;
}

export const endingOf = (text: string): string => text.slice(-ENDING_LENGTH);

/** What a text is; null for one that no card of ours has. */
export function readScanned(text: string): Scanned | null {
  const code = text.trim().toUpperCase();
  if (PRINTED.test(code)) return { kind: 'printed', code };
  const [, phoneId, step, mac] = PHONE.exec(code) ?? [];
  if (phoneId && step && mac) return { kind: 'phone', phoneId, step: Number(step), mac };
  const number = plainCardNumber(code);
  return number === null ? null : { kind: 'number', number };
}

/** The way to check in that a text belongs to. */
export const meansOf = (text: string): 'card' | 'phone' =>
  readScanned(text)?.kind === 'phone' ? 'phone' : 'card';

/** What the number of a card is sealed and hashed for. */
export const NUMBER_PURPOSE = 'card number';
