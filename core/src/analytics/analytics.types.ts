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

/** Days of a person without the name, so that a kept list never holds the name of somebody who was erased. */
export interface TallyOfId extends Tally {
  readonly personId: number;
}

export interface PersonTally extends Tally {
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
}

/** People of today who are not deleted: students or everybody else. */
export interface TodayTally {
  readonly isStudent: boolean;
  readonly people: number;
  readonly present: number;
  /** Due and not seen: absent, or not seen yet. People on leave are not due. */
  readonly missing: number;
}
