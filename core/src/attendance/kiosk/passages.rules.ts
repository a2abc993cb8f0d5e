import type { Direction, NewCheckIn } from '../attendance.types.ts';
import { SAME_SIGHTING_MS } from '../attendance-day.rules.ts';

/**
 * The longest stay between two looks at a kiosk for both ways: after it the next look is the way in. Longer than a shift of
 * twelve hours, and shorter than the night between two working days, so that a forgotten look ends with its day.
 */
export const LONGEST_STAY_MS = 13 * 60 * 60_000;

/** What passages are derived from. */
export type Seen = Pick<NewCheckIn, 'at' | 'direction'> & { readonly kioskId?: string | null };

export interface Passage<T extends Seen> {
  readonly checkIn: T;
  readonly direction: Direction;
  /** The person was seen going the same way within five minutes before: both count as one. */
  readonly isRepeat: boolean;
}

const orderOf = ({ direction, kioskId }: Seen): string => `${direction ?? 'in'} ${kioskId ?? ''}`;

/** By time, and of one moment always in the same order. */
const byTime = (a: Seen, b: Seen): number =>
  a.at.getTime() - b.at.getTime() || (orderOf(a) < orderOf(b) ? -1 : 1);

/** The direction at a kiosk for both ways: the other one than before, but the same within minutes: a second look is no way out. */
function directionAfter(
  last: { readonly at: Date; readonly direction: Direction } | null,
  at: Date,
): Direction {
  if (!last) return 'in';
  const since = at.getTime() - last.at.getTime();
  if (since < SAME_SIGHTING_MS) return last.direction;
  return since < LONGEST_STAY_MS && last.direction === 'in' ? 'out' : 'in';
}

/**
 * The direction of each check-in of one day, in order of time, whatever the order of arrival. The check-ins of the day before
 * say whether the person is in at midnight; without them the first look of the day is the way in. A check-in without a kiosk
 * is the way in.
 */
export function passagesOf<T extends Seen>(
  checkIns: readonly T[],
  dayBefore: readonly T[] = [],
): Passage<T>[] {
  const passages: Passage<T>[] = [];
  let last: { at: Date; direction: Direction } | null = null;
  for (const day of [dayBefore, checkIns]) {
    passages.length = 0;
    for (const checkIn of day.toSorted(byTime)) {
      const { at } = checkIn;
      const direction: Direction =
        checkIn.direction === 'both' ? directionAfter(last, at) : (checkIn.direction ?? 'in');
      const isRepeat =
        passages.length > 0 &&
        last !== null &&
        last.direction === direction &&
        at.getTime() - last.at.getTime() < SAME_SIGHTING_MS;
      passages.push({ checkIn, direction, isRepeat });
      if (!isRepeat) last = { at, direction };
    }
  }
  return passages;
}

/** The check-ins of a day that count: of those that repeat each other the first. */
export const countedCheckIns = <T extends Seen>(checkIns: readonly T[]): T[] =>
  passagesOf(checkIns).flatMap(({ checkIn, isRepeat }) => (isRepeat ? [] : [checkIn]));
