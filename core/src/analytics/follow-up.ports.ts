import type { DayOfPerson, DayStatus } from '../attendance/attendance.types.ts';
import type { PersonKind } from '../people/people.types.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { DateRange, PersonTally } from './analytics.types.ts';

export interface Missing {
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
}

export interface MissingInARow extends Missing {
  readonly days: number;
  readonly lastSeenOn: LocalDate | null;
}

export interface DayFilter extends DateRange {
  readonly section?: string | undefined;
  readonly status?: DayStatus | 'present' | undefined;
  /** 1 is Monday, 7 Sunday. */
  readonly weekday?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Who needs someone to ask after them, and the rows behind a figure. */
export interface FollowUpRepository {
  /** Due on the day and not seen, whether the day is closed or not. */
  missingOn(date: LocalDate): Promise<Missing[]>;
  /** Missing on the last closed day and on at least so many due days in a row up to it; longest first. */
  missingInARow(atLeast: number, limit: number): Promise<MissingInARow[]>;
  /** Below a rate over a range, with enough due days to mean something; lowest first. */
  belowRate(range: DateRange, percent: number, minimumDue: number, limit: number): Promise<PersonTally[]>;
  /** Newest day first; the total stops at ten thousand. */
  days(filter: DayFilter): Promise<{ rows: DayOfPerson[]; total: number }>;
}
