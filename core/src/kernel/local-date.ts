/** A calendar day, `YYYY-MM-DD`. `zone.ts` converts an instant to a day. */
export type LocalDate = string & { readonly __brand: 'LocalDate' };

/** A wall-clock time, `HH:MM`, 24 hours. */
export type LocalTime = string & { readonly __brand: 'LocalTime' };

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MS = 86_400_000;

const utcOf = (date: LocalDate): number =>
  Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10));
const fromUtc = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10) as LocalDate; // ISO dates have the brand's shape

/** The day in UTC. The local day of any zone is this day, the one before or the one after. */
export const utcDayOf = (instant: Date): LocalDate => fromUtc(instant.getTime());

export function parseLocalDate(text: string): LocalDate | null {
  const parts = DATE.exec(text);
  if (!parts) return null;
  const date = text as LocalDate; // checked just above; the round trip below rejects 2025-02-30
  return fromUtc(utcOf(date)) === text ? date : null;
}

export function parseLocalTime(text: string): LocalTime | null {
  return TIME.test(text) ? (text as LocalTime) : null; // the pattern is the brand
}

/** Parses a literal in code or tests and throws if it is not a date. */
export function localDate(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (!date) throw new RangeError(`Not a date: ${text}`);
  return date;
}

export function localTime(text: string): LocalTime {
  const time = parseLocalTime(text);
  if (!time) throw new RangeError(`Not a time: ${text}`);
  return time;
}

export const addDays = (date: LocalDate, days: number): LocalDate => fromUtc(utcOf(date) + days * DAY_MS);

export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((utcOf(to) - utcOf(from)) / DAY_MS);

/** ISO weekday: Monday 1 .. Sunday 7. */
export const weekdayOf = (date: LocalDate): number => new Date(utcOf(date)).getUTCDay() || 7;

export const monthOf = (date: LocalDate): string => date.slice(0, 7);

/** The Monday of the week that contains the date. */
export const mondayOf = (date: LocalDate): LocalDate => addDays(date, 1 - weekdayOf(date));

export const firstOfMonth = (date: LocalDate): LocalDate => `${monthOf(date)}-01` as LocalDate; // day 01 exists in every month

export const firstOfYear = (date: LocalDate): LocalDate => `${date.slice(0, 4)}-01-01` as LocalDate; // exists in every year

export function addMonths(date: LocalDate, months: number): LocalDate {
  const first = new Date(utcOf(firstOfMonth(date)));
  first.setUTCMonth(first.getUTCMonth() + months);
  const start = fromUtc(first.getTime());
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const length = daysBetween(start, fromUtc(next.getTime()));
  return addDays(start, Math.min(+date.slice(8, 10), length) - 1);
}

export const minutesOf = (time: LocalTime): number => +time.slice(0, 2) * 60 + +time.slice(3, 5);

export function timeOfMinutes(minutes: number): LocalTime {
  const day = ((Math.round(minutes) % 1440) + 1440) % 1440;
  const text = `${String(Math.floor(day / 60)).padStart(2, '0')}:${String(day % 60).padStart(2, '0')}`;
  return text as LocalTime; // built to the pattern
}

export function eachDay(from: LocalDate, to: LocalDate): LocalDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));
}
