import { addDays, type LocalDate, type LocalTime, minutesOf } from './local-date.ts';

/** One institution's clock on the wall: the only way from an instant to a day and back. */
export interface Zone {
  readonly name: string;
  dateOf(instant: Date): LocalDate;
  timeOf(instant: Date): LocalTime;
  /** Minutes since local midnight, with the seconds as a fraction. */
  minutesOf(instant: Date): number;
  /**
   * The instant of a wall-clock time. A time that a clock change skips becomes the first instant after the gap;
   * a time that happens twice means its first occurrence.
   */
  instantOf(date: LocalDate, time: LocalTime): Date;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Since then every clock on earth has been changed on a quarter of an hour, and not by seconds. */
const MODERN_MS = Date.UTC(1980, 0, 1);
const FAR_MS = Date.UTC(9000, 0, 1);
const QUARTER_MS = 15 * 60_000;
/** A year of quarters; beyond that the memory is begun anew. */
const MOST_QUARTERS = 36_000;

export function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

  const askIntl = (instant: Date) => {
    const parts: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
    const year = String(parts.year).padStart(4, '0');
    return {
      date: `${year}-${parts.month}-${parts.day}` as LocalDate, // two-digit parts, as asked of Intl
      time: `${parts.hour}:${parts.minute}` as LocalTime, // h23, two digits
      seconds: Number(parts.second),
    };
  };

  /** Intl takes longer over one instant than a verdict over a whole day, so it is asked once per quarter. */
  const offsets = new Map<number, number>();
  const offsetOfQuarter = (ms: number): number => {
    const quarter = Math.floor(ms / QUARTER_MS);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    if (offsets.size >= MOST_QUARTERS) offsets.clear();
    const { date, time } = askIntl(new Date(quarter * QUARTER_MS));
    const offset = Date.parse(`${date}T${time}:00Z`) - quarter * QUARTER_MS;
    offsets.set(quarter, offset);
    return offset;
  };

  const wall = (instant: Date) => {
    const ms = instant.getTime();
    if (!(ms >= MODERN_MS && ms < FAR_MS)) return askIntl(instant);
    const local = new Date(ms + offsetOfQuarter(ms)).toISOString();
    return {
      date: local.slice(0, 10) as LocalDate, // ISO 8601 begins so
      time: local.slice(11, 16) as LocalTime, // and goes on so
      seconds: Number(local.slice(17, 19)),
    };
  };

  const offsetAt = (ms: number): number => {
    const { date, time, seconds } = wall(new Date(ms));
    const asUtc = Date.parse(`${date}T${time}:${String(seconds).padStart(2, '0')}Z`);
    return asUtc - Math.floor(ms / 1000) * 1000;
  };

  const instantOf = (date: LocalDate, time: LocalTime): Date => {
    const asUtc = Date.parse(`${date}T${time}:00Z`);
    // The offsets a day either side cover every change around the wanted time.
    const candidates = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)]
      .map((offset) => asUtc - offset)
      .sort((a, b) => a - b);
    for (const ms of candidates) {
      const found = wall(new Date(ms));
      if (found.date === date && found.time === time) return new Date(ms);
    }
    return firstAfterGap(candidates, date, time);
  };

  // The wanted time was skipped. The change lies between the two readings of it; find its first second.
  const firstAfterGap = (candidates: readonly number[], date: LocalDate, time: LocalTime): Date => {
    let before = Math.min(...candidates) - 1000;
    let after = Math.max(...candidates) + 1000;
    const isAfter = (ms: number) => {
      const now = wall(new Date(ms));
      return `${now.date}T${now.time}` > `${date}T${time}`;
    };
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000;
      if (isAfter(middle)) after = middle;
      else before = middle;
    }
    return new Date(after);
  };

  return {
    name,
    dateOf: (instant) => wall(instant).date,
    timeOf: (instant) => wall(instant).time,
    minutesOf: (instant) => {
      const { time, seconds } = wall(instant);
      return minutesOf(time) + seconds / 60;
    },
    instantOf,
  };
}

export function startOfDay(zone: Zone, date: LocalDate): Date {
  return zone.instantOf(date, '00:00' as LocalTime); // a literal of the brand's shape
}

export function endOfDay(zone: Zone, date: LocalDate): Date {
  return startOfDay(zone, addDays(date, 1));
}
