import type { LocalDate } from '../kernel/local-date.ts';
import type { PersonKind } from '../people/people.types.ts';

export interface DateRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Statuses that a figure adds up: seen at all, late or very late, absent or not marked. */
export const STATUS_GROUPS = ['present', 'any_late', 'missing'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

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

/** Who a kept tally is about. */
export interface NamedTally extends PersonTally, TallyOfId {
  readonly classSection: string | null;
}

/** People of today who are not deleted: students or everybody else. */
export interface TodayTally {
  readonly isStudent: boolean;
  readonly people: number;
  readonly present: number;
  /** Called absent by the rule of the day, a class or an office. */
  readonly absent: number;
  /** Due and not seen: absent, or not seen yet. People on leave are not due. */
  readonly missing: number;
}

/** One day by status, for the pictures. Late includes very late, absent includes not marked. */
export interface StatusTally {
  readonly date: LocalDate;
  readonly onTime: number;
  readonly late: number;
  readonly absent: number;
  readonly excused: number;
}

export interface DateTally extends Tally {
  readonly date: LocalDate;
}

/** A section in a week (of its Monday) or a month (of its first day). */
export interface SectionPeriodTally extends Tally {
  readonly section: string;
  readonly from: LocalDate;
}

/** First arrivals of a day in the minutes from `minute` on. */
export interface ArrivalTally {
  readonly date: LocalDate;
  /** Minutes since midnight. */
  readonly minute: number;
  /** All of them; the others say how many of these were late or very late. */
  readonly count: number;
  readonly late: number;
  readonly veryLate: number;
}

/** The days of a person in two periods of equal length, the later one as the tally itself. */
export interface FallOfId extends TallyOfId {
  readonly before: Tally;
}

export interface PersonWeekTally extends TallyOfId {
  /** 0 is the oldest. */
  readonly week: number;
}
