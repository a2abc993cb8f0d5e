import type { LocalDate } from '../kernel/local-date.ts';
import type { PersonKind } from '../people/people.types.ts';

export interface DateRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** `due` counts the days that are present, absent or unmarked. */
export interface Tally {
  readonly present: number;
  readonly due: number;
}

/** One day of students or of everybody else; all trends are sums of these. */
export interface DayTally extends Tally {
  readonly date: LocalDate;
  readonly isStudent: boolean;
  readonly excused: number;
  /** Minutes since midnight of all first arrivals, added up. */
  readonly arrivalSum: number;
}

export interface MonthTally extends Tally {
  /** `YYYY-MM` */
  readonly month: string;
  /** Days of the month on which anyone was due. */
  readonly days: number;
  readonly studentsPresent: number;
}

export interface WeekTally extends Tally {
  /** Monday of the week. */
  readonly week: LocalDate;
}

export interface WeekdayTally extends Tally {
  /** ISO weekday. */
  readonly weekday: number;
  readonly days: number;
  readonly studentsPresent: number;
  /** Average minutes since midnight of first arrivals; null when nobody came. */
  readonly averageArrival: number | null;
}

export interface SectionTally extends Tally {
  readonly section: string;
  readonly people: number;
}

export interface HourTally {
  readonly hour: number;
  readonly count: number;
}

export interface PersonTally extends Tally {
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
}

export interface SectionToday {
  readonly people: number;
  readonly present: number;
  readonly excused: number;
}
