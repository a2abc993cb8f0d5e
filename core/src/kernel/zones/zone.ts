import { addDays, type LocalDate, type LocalTime, minutesOf } from '../local-date.ts';

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

/** The offsets of a zone from UTC: `offsets[0]` before the first change, `offsets[n]` from `changes[n - 1]` on. */
export interface ZoneOffsets {
  readonly name: string;
  /** Milliseconds since 1970, ascending. */
  readonly changes: readonly number[];
  /** Milliseconds east of UTC; one more than changes. */
  readonly offsets: readonly number[];
}

/** The number of changes at or before an instant. */
function changesUntil(changes: readonly number[], ms: number): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function offsetAt({ changes, offsets }: ZoneOffsets, ms: number): number {
  return offsets[changesUntil(changes, ms)] ?? 0;
}

export function createZoneFrom(data: ZoneOffsets): Zone {
  const { name, changes, offsets } = data;
  const local = (instant: Date): string =>
    new Date(instant.getTime() + offsetAt(data, instant.getTime())).toISOString();

  const timeOf = (text: string) => text.slice(11, 16) as LocalTime; // hours and minutes of ISO 8601

  return {
    name,
    dateOf: (instant) => local(instant).slice(0, 10) as LocalDate, // the date part of ISO 8601
    timeOf: (instant) => timeOf(local(instant)),
    minutesOf: (instant) => {
      const text = local(instant);
      return minutesOf(timeOf(text)) + Number(text.slice(17, 19)) / 60;
    },
    instantOf: (date, time) => {
      const asUtc = Date.parse(`${date}T${time}:00Z`);
      // No offset is larger than a day, and zones keep each for longer than two: one of these three holds at that time.
      let at = changesUntil(changes, asUtc - 86_400_000);
      for (; at < changes.length; at++) {
        const ms = asUtc - (offsets[at] ?? 0);
        const until = changes[at] ?? 0;
        if (ms < until) return new Date(ms);
        // Skipped: the wall clock was past this time when the next offset began.
        if (asUtc < until + (offsets[at + 1] ?? 0)) return new Date(until);
      }
      return new Date(asUtc - (offsets[at] ?? 0));
    },
  };
}

export function startOfDay(zone: Zone, date: LocalDate): Date {
  return zone.instantOf(date, '00:00' as LocalTime); // a literal of the brand's shape
}

export function endOfDay(zone: Zone, date: LocalDate): Date {
  return startOfDay(zone, addDays(date, 1));
}
