import type { PastAttempts } from './auth.ports.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Failures of one account, and of one device, delay the next try for a day. */
export const ACCOUNT_WINDOW_MS = 24 * 60 * MINUTE;
/** Failures from one network count for this long. */
export const NETWORK_WINDOW_MS = 15 * MINUTE;

/** Wrong tries at one account from one network within NETWORK_WINDOW_MS. */
export const PAIR_LIMIT = 5;
/**
 * Wrong tries from one network within NETWORK_WINDOW_MS. A school of 1,000 people behind one address, of whom 3 %
 * mistype, has 30.
 */
export const NETWORK_LIMIT = 200;
/** Wrong tries at one account from anywhere before the next ones have to wait. */
export const ACCOUNT_FREE = 10;
/** The same for a known device, whose wrong tries count apart from everybody else's. */
export const DEVICE_FREE = 5;

/** Wrong numbers and PINs at one kiosk within NETWORK_WINDOW_MS, after which further ones are slowed down. */
export const DOOR_FREE = 30;
const FIRST_DOOR_PAUSE_MS = 2 * SECOND;
const LONGEST_DOOR_PAUSE_MS = 30 * SECOND;

const FIRST_DELAY_MS = 30 * SECOND;
const LONGEST_DELAY_MS = 15 * MINUTE;

/** A device is known for this long after its last sign-in. */
export const DEVICE_MS = 180 * 24 * 60 * MINUTE;
export const DEVICES_PER_PERSON = 10;

/** The pause after the nth failure: none at first, then 30 s, twice as long each time, and 15 minutes at most. */
export const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - free));

/** Those of the last `windowMs`, the newest first. A failure in the future was written by a wrong clock. */
const recent = (failures: readonly Date[], windowMs: number, now: Date): number[] =>
  failures
    .map((at) => at.getTime())
    .filter((at) => Math.abs(now.getTime() - at) < windowMs)
    .sort((a, b) => b - a);

/** Milliseconds until fewer than `limit` failures are in the window. */
function windowWait(failures: readonly Date[], limit: number, now: Date): number {
  const oldestThatCounts = recent(failures, NETWORK_WINDOW_MS, now)[limit - 1];
  return oldestThatCounts === undefined ? 0 : oldestThatCounts + NETWORK_WINDOW_MS - now.getTime();
}

function delayWait(failures: readonly Date[], free: number, now: Date): number {
  const counted = recent(failures, ACCOUNT_WINDOW_MS, now);
  const [last] = counted;
  return last === undefined
    ? 0
    : Math.min(last, now.getTime()) + delayAfter(counted.length, free) - now.getTime();
}

/** The pause after the nth wrong try at a kiosk: none at first, then 2 s, and twice as long after every ten more. */
export const doorPause = (failures: number): number =>
  failures < DOOR_FREE
    ? 0
    : Math.min(LONGEST_DOOR_PAUSE_MS, FIRST_DOOR_PAUSE_MS * 2 ** Math.floor((failures - DOOR_FREE) / 10));

/** Holds back those who typed something wrong at this kiosk. Everybody else is let through. */
function doorWait({ pair, network }: PastAttempts, now: Date): number {
  if (recent(pair, NETWORK_WINDOW_MS, now).length === 0) return 0;
  const counted = recent(network, NETWORK_WINDOW_MS, now);
  const [last = 0] = counted;
  return Math.min(last, now.getTime()) + doorPause(counted.length) - now.getTime();
}

/**
 * Seconds until the next try is allowed, or null when it is allowed now. Failures from elsewhere never delay a known
 * device, so that nobody can keep the owner of an account out.
 */
export function retryAfter(
  past: PastAttempts,
  isKnownDevice: boolean,
  now: Date,
  isDoor = false,
): number | null {
  const wait = isKnownDevice
    ? delayWait(past.device, DEVICE_FREE, now)
    : Math.max(
        windowWait(past.pair, PAIR_LIMIT, now),
        windowWait(past.network, NETWORK_LIMIT, now),
        delayWait(past.account, ACCOUNT_FREE, now),
        isDoor ? doorWait(past, now) : 0,
      );
  return wait <= 0 ? null : Math.max(1, Math.ceil(wait / 1000));
}

const IPV4_IN_IPV6 = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What the failures of an address are counted by: the address itself, or the /64 of an IPv6 address, all of which one
 * subscriber has.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.trim().toLowerCase().split('%');
  const mapped = IPV4_IN_IPV6.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted end stands for two groups.
  const size = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - size)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
