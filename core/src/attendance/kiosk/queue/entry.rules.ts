import { digestOfBody, isTextSigned, signText } from '../kiosk-signature.rules.ts';

/**
 * How a kiosk keeps what it saw without a network: each entry is sealed to the server, numbered, signed, and names the
 * entry before it. Used by the page, which writes entries, and by the server, which judges them.
 */

/**
 * What the time of an entry rests on. `server`: on the server's time, which the page had learned, and its own clock since,
 * which nobody can set. `device`: on the clock of the device, because the page was loaded again without a network.
 */
export const TIME_BASES = ['server', 'device'] as const;
export type TimeBasis = (typeof TIME_BASES)[number];

/** All of an entry but what is sealed. */
export interface EntryHead {
  /** The kiosk that the device was when it wrote the entry. */
  readonly kioskId: string;
  /** 1 for the first of a device, and one more for each. */
  readonly number: number;
  /** The server's time as the kiosk knew it, in milliseconds since 1970. */
  readonly takenAt: number;
  readonly basis: TimeBasis;
  /** Names the life of the page that wrote it, whose own clock runs without a jump. */
  readonly page: string;
  /** That clock, in milliseconds. */
  readonly pageMs: number;
  /** The key that it is sealed to. */
  readonly keyId: string;
  /** SHA-256 of what is sealed, in base64url. */
  readonly digest: string;
  /** The hash of the entry before, or of the device's key for the first. */
  readonly previous: string;
}

/** No part can hold a line break, so that no two entries have the same text. */
const textOf = (entry: EntryHead): string =>
  [
    'rollcall kiosk entry 1',
    entry.kioskId,
    entry.number,
    entry.takenAt,
    entry.basis,
    entry.page,
    entry.pageMs,
    entry.keyId,
    entry.digest,
    entry.previous,
  ].join('\n');

/** What the next entry names as the one before. */
export const hashOfEntry = (entry: EntryHead): Promise<string> => digestOfBody(textOf(entry));

/** What the first entry of a device names as the one before. */
export const chainStart = (publicKey: string): Promise<string> =>
  digestOfBody(`rollcall kiosk entries of ${publicKey}`);

export const signEntry = (key: CryptoKey, entry: EntryHead): Promise<string> => signText(key, textOf(entry));

export const isEntrySigned = (publicKey: Uint8Array, signature: string, entry: EntryHead): Promise<boolean> =>
  isTextSigned(publicKey, signature, textOf(entry));

/** What is sealed belongs to this entry and to no other. */
export const sealedFor = ({ kioskId, number, takenAt }: Pick<EntryHead, 'kioskId' | 'number' | 'takenAt'>) =>
  new TextEncoder().encode(['rollcall kiosk evidence 1', kioskId, number, takenAt].join('\n'));
