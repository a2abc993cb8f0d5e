import type { PersonKind } from '../people/people.types.ts';
import type { LocalDate } from '../time/local-date.ts';

export interface DateRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Everyone, or one person. */
export interface Scope extends DateRange {
  readonly personId?: number | undefined;
}

/** `due` counts verdicts that could have been a presence: present or absent, nothing else. */
export interface Tally {
  readonly present: number;
  readonly due: number;
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

export interface DayCount {
  readonly date: LocalDate;
  readonly present: number;
}

export interface TodayTally {
  readonly present: number;
  readonly studentsPresent: number;
  readonly excused: number;
}

export interface PersonTotals extends Tally {
  readonly averageArrival: number | null;
}
