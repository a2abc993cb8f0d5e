import { toBase64Url } from '../kiosk-signature.rules.ts';
import { chainStart, type EntryHead } from './entry.rules.ts';

/** What the private half of a sealing key is sealed for. */
export const sealingPurpose = (id: string): string => `kiosk sealing key ${id}`;

export const QUEUE_LIMITS = {
  /** Entries that a kiosk keeps: two thousand people who come while the network is gone. */
  entries: 2000,
  /** Bytes of what they hold. */
  bytes: 400 * 1024 * 1024,
  /** Characters of one entry's sealed evidence. */
  sealed: 3_000_000,
} as const;

const DAY_MS = 24 * 60 * 60_000;
/** Older entries are not counted by themselves. */
export const MAX_AGE_MS = 3 * DAY_MS;
/** So long PINs, phones and settings that were changed are kept, for entries of before. */
export const HELD_FOR_MS = MAX_AGE_MS + DAY_MS;
/** So far the clock of the device may have gone wrong, where a time rests on it. */
export const MAX_DRIFT_MS = 2 * 60_000;
/** So far an entry may lie ahead: the server's clock is set now and then. */
const AHEAD_MS = 60_000;

/** Why an entry was not counted by itself, but for what it shows. */
export type Doubt = 'altered' | 'gap' | 'other_kiosk' | 'before_pairing' | 'clock' | 'too_old' | 'unreadable';

/** What the kiosk says about its clocks when it sends an entry. */
export interface SenderClock {
  /** The life of the page that sends, and its own clock. */
  readonly page: string;
  readonly pageMs: number;
  /** How far the time that it had kept without a network was from the server's when it learned that again. */
  readonly driftMs: number;
}

/** When an entry was made, by the server's time. */
export function timeOfEntry(entry: EntryHead, sender: SenderClock, now: Date): Date {
  // The page's own clock has run since: how long ago it was is known, whatever happened to the device's clock.
  if (entry.page === sender.page && sender.pageMs >= entry.pageMs)
    return new Date(now.getTime() - (sender.pageMs - entry.pageMs));
  return new Date(entry.takenAt);
}

/** Whether the time of an entry can be believed. */
export function timeDoubt(
  entry: EntryHead,
  sender: SenderClock,
  now: Date,
  pairedAt: Date,
): Extract<Doubt, 'clock' | 'too_old' | 'before_pairing'> | null {
  const at = timeOfEntry(entry, sender, now).getTime();
  const restsOnDevice = entry.basis === 'device' && entry.page !== sender.page;
  if (at > now.getTime() + AHEAD_MS || (restsOnDevice && Math.abs(sender.driftMs) > MAX_DRIFT_MS))
    return 'clock';
  if (now.getTime() - at > MAX_AGE_MS) return 'too_old';
  // The device was ended and paired anew: somebody looks at what it wrote before.
  return at < pairedAt.getTime() ? 'before_pairing' : null;
}

/** The last entry of a device that the server took. */
export interface QueueState {
  readonly number: number;
  readonly hash: string;
}

/** Before the first entry of a device. */
export const startOf = async (publicKey: Uint8Array): Promise<QueueState> => ({
  number: 0,
  hash: await chainStart(toBase64Url(publicKey)),
});

/** Whether an entry follows the one that the server took last: not after a missing one, and not after a jump. */
export const chainDoubt = (
  state: QueueState,
  { number, previous }: EntryHead,
): Extract<Doubt, 'gap'> | null => (number === state.number + 1 && previous === state.hash ? null : 'gap');
