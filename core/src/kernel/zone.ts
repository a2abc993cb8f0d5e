import { addDays, type LocalDate, type LocalTime, minutesOf } from './local-date.ts';

/** A time zone: converts between instants and local dates and times. */
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

/**
 * Instants in this range use cached offsets: since 1980 every zone has changed its offset by whole minutes, and nearly
 * always on a quarter of an hour.
 */
const CACHEABLE_FROM_MS = Date.UTC(1980, 0, 1);
const CACHEABLE_UNTIL_MS = Date.UTC(9000, 0, 1);
const QUARTER_MS = 15 * 60_000;
/** About a year of quarters of an hour; a full cache is cleared. */
const CACHED_QUARTERS_MAX = 36_000;

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

  const formatWithIntl = (instant: Date) => {
    const parts: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
    const year = String(parts.year).padStart(4, '0');
    return {
      date: `${year}-${parts.month}-${parts.day}` as LocalDate, // the format has two-digit parts
      time: `${parts.hour}:${parts.minute}` as LocalTime, // h23, two digits
      seconds: Number(parts.second),
    };
  };

  /** Offset from UTC at the start of a quarter of an hour. Formatting with Intl is slow, so each is formatted once. */
  const offsets = new Map<number, number>();
  const offsetAtStart = (quarter: number): number => {
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    if (offsets.size >= CACHED_QUARTERS_MAX) offsets.clear();
    const { date, time } = formatWithIntl(new Date(quarter * QUARTER_MS));
    const offset = Date.parse(`${date}T${time}:00Z`) - quarter * QUARTER_MS;
    offsets.set(quarter, offset);
    return offset;
  };

  const wallClock = (instant: Date) => {
    const ms = instant.getTime();
    if (!(ms >= CACHEABLE_FROM_MS && ms < CACHEABLE_UNTIL_MS)) return formatWithIntl(instant);
    const quarter = Math.floor(ms / QUARTER_MS);
    const offset = offsetAtStart(quarter);
    // The clock is changed at the end of this quarter or, as in St. John's until 2011, within it.
    if (offsetAtStart(quarter + 1) !== offset) return formatWithIntl(instant);
    const local = new Date(ms + offset).toISOString();
    return {
      date: local.slice(0, 10) as LocalDate, // the date part of ISO 8601
      time: local.slice(11, 16) as LocalTime, // its hours and minutes
      seconds: Number(local.slice(17, 19)),
    };
  };

  const offsetAt = (ms: number): number => {
    const { date, time, seconds } = wallClock(new Date(ms));
    const asUtc = Date.parse(`${date}T${time}:${String(seconds).padStart(2, '0')}Z`);
    return asUtc - Math.floor(ms / 1000) * 1000;
  };

  const instantOf = (date: LocalDate, time: LocalTime): Date => {
    const asUtc = Date.parse(`${date}T${time}:00Z`);
    // The offsets one day before and after cover every clock change near the requested time.
    const candidates = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)]
      .map((offset) => asUtc - offset)
      .sort((a, b) => a - b);
    for (const ms of candidates) {
      const found = wallClock(new Date(ms));
      if (found.date === date && found.time === time) return new Date(ms);
    }
    return firstAfterGap(candidates, date, time);
  };

  // The requested time was skipped: search between the candidates for the first second after the change.
  const firstAfterGap = (candidates: readonly number[], date: LocalDate, time: LocalTime): Date => {
    let before = Math.min(...candidates) - 1000;
    let after = Math.max(...candidates) + 1000;
    const isAfter = (ms: number) => {
      const now = wallClock(new Date(ms));
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
    dateOf: (instant) => wallClock(instant).date,
    timeOf: (instant) => wallClock(instant).time,
    minutesOf: (instant) => {
      const { time, seconds } = wallClock(instant);
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
