import { networkOf } from '../../auth/guessing.rules.ts';
import { classStatus, meetsOn } from '../../classes/classes.rules.ts';
import type { SchoolClass } from '../../classes/classes.types.ts';
import { type LocalDate, minutesOf, timeOfMinutes } from '../../kernel/local-date.ts';
import type { RandomSource } from '../../kernel/random.ts';
import type { KioskAnswer } from './kiosk.types.ts';

export const KIOSK_LIMITS = { name: 60, place: 100, kiosks: 200, device: 200 } as const;

/** The code that a device shows until an administrator pairs it. */
export const PAIRING_CODE_LENGTH = 8;
export const PAIRING_LIFETIME_MS = 5 * 60_000;
/** Devices that may wait at the same time: a school sets up a few. */
export const MOST_PAIRINGS = 50;

/**
 * Which of the waiting devices, the oldest first, gives its place to a new one when all places are taken: the oldest of
 * the network that has most of them. Strangers so replace each other before they replace a device of the school.
 */
export function pairingToReplace<T extends { readonly address: string }>(
  waiting: readonly T[],
  newcomer: string,
): T | null {
  if (waiting.length < MOST_PAIRINGS) return null;
  const counts = new Map<string, number>([[networkOf(newcomer), 1]]);
  for (const { address } of waiting) {
    const network = networkOf(address);
    counts.set(network, (counts.get(network) ?? 0) + 1);
  }
  const countOf = ({ address }: T) => counts.get(networkOf(address)) ?? 0;
  const most = Math.max(...waiting.map(countOf));
  return waiting.find((each) => countOf(each) === most) ?? null;
}

/** How long a face waits for the PIN, and how often it may be mistyped. */
export const TRY_LIFETIME_MS = 45_000;
export const WRONG_PINS_PER_TRY = 3;

/** The screen offers "Not me" for five seconds; the request may take a while longer. */
export const NOT_ME_MS = 20_000;

/** Pictures of one look into the camera. */
export const BURST = { least: 3, most: 5 } as const;

/** People come a little before their class begins. */
const EARLY_MINUTES = 15;

/** Without characters that look alike. 32 of them, so that a byte chooses each equally often. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const newPairingCode = (random: RandomSource): string =>
  Array.from(random.bytes(PAIRING_CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A code as it was typed: in any case, with spaces or a dash. */
export const plainPairingCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '');

/** Enough to recognise oneself, and not a list of names for whoever looks on: the first name and an initial. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.at(-1);
  if (words.length < 2 || !last) return first;
  const [initial = ''] = [...last];
  return `${first} ${initial.toLocaleUpperCase()}.`;
}

/** An answer as it is written down: of a poor picture, what is wrong with it. */
export const wordOf = (answer: KioskAnswer): string =>
  answer.outcome === 'poor_quality' ? answer.reason : answer.outcome;

/** Answers that follow wrong numbers, PINs and codes. */
export const WRONG: readonly string[] = ['wrong_pin', 'wrong_card', 'wrong_code'];

/** Whether a kiosk of this class recognises its roster now. */
export function isInSlot(
  schoolClass: Pick<SchoolClass, 'startTime' | 'endTime' | 'weekdays'>,
  date: LocalDate,
  nowMinutes: number,
): boolean {
  const opens = Math.max(0, minutesOf(schoolClass.startTime) - EARLY_MINUTES);
  const slot = { startTime: timeOfMinutes(opens), endTime: schoolClass.endTime };
  return meetsOn(schoolClass, date) && classStatus(slot, nowMinutes) === 'active';
}
