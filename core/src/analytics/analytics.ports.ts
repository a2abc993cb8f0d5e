import type { DayKey, DayOfPerson, DayStatus } from '../attendance/attendance.types.ts';
import type { Reach } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { PersonKind } from '../people/people.types.ts';
import type {
  ArrivalTally,
  DateRange,
  DateTally,
  DayTally,
  FallOfId,
  HourTally,
  NamedTally,
  PersonTally,
  PersonWeekTally,
  SectionPeriodTally,
  SectionTally,
  StatusGroup,
  StatusTally,
  TallyOfId,
  TodayTally,
} from './analytics.types.ts';

/**
 * Reads roll-ups that database triggers update with every change, so that a query does not scan all days. Less than the
 * institution is counted from the days of the sections or people within reach.
 */
export interface AnalyticsRepository {
  /** By date; at most two rows per date (students and others). */
  days(range: DateRange, reach: Reach): Promise<DayTally[]>;
  sections(range: DateRange, reach: Reach): Promise<SectionTally[]>;
  hours(range: DateRange, reach: Reach): Promise<HourTally[]>;
  /** Most days present first. */
  topPeople(range: DateRange, limit: number, reach: Reach): Promise<TallyOfId[]>;
  /** Adds the names in the order of the list; people deleted since are left out. */
  withNames(tallies: readonly TallyOfId[]): Promise<NamedTally[]>;
  /** At most two rows: students and others. */
  peopleOn(date: LocalDate, reach: Reach): Promise<TodayTally[]>;
  /** Recounts every roll-up from the days and lists the differences; empty when all are correct. */
  differences(): Promise<string[]>;
}

export interface MissingPerson {
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
}

export interface MissingInARow extends MissingPerson {
  readonly days: number;
  readonly lastSeenOn: LocalDate | null;
}

export interface DayFilter extends DateRange {
  readonly section?: string | undefined;
  readonly status?: DayStatus | StatusGroup | undefined;
  /** 1 is Monday, 7 Sunday. */
  readonly weekday?: number | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Those after this one; then `offset` is counted from there. */
  readonly after?: DayKey | undefined;
}

/** People to follow up on, and the days behind a figure. */
export interface FollowUpRepository {
  /**
   * Due on the day and not seen, whether the day is closed or not; by section and name. `total` is about how many there are:
   * few are found in another way than many.
   */
  missingOn(
    date: LocalDate,
    reach: Reach,
    page: { limit: number; offset: number; total: number },
  ): Promise<MissingPerson[]>;
  /** Missing on at least `atLeast` due days in a row up to the last closed day; longest first. */
  missingInARow(atLeast: number, limit: number, reach: Reach): Promise<MissingInARow[]>;
  /** Below a rate over a range, with at least `minimumDue` due days; lowest first. */
  belowRate(
    range: DateRange,
    rule: { readonly percent: number; readonly minimumDue: number; readonly limit: number },
    reach: Reach,
  ): Promise<PersonTally[]>;
  /** Newest day first; the total is counted up to ten thousand. */
  days(filter: DayFilter, reach: Reach): Promise<{ rows: DayOfPerson[]; total: number }>;
}

/** What the pictures are drawn from: one grouped query each, over roll-ups wherever these are fine enough. */
export interface ChartRepository {
  /** Days on which anybody was due or excused, by date. */
  statusDays(range: DateRange, reach: Reach, section?: string): Promise<StatusTally[]>;
  /** Days on which anybody was due, by date. */
  dates(range: DateRange, reach: Reach, section?: string): Promise<DateTally[]>;
  /** By section and time; sections without due days are left out. */
  sectionPeriods(period: 'week' | 'month', range: DateRange, reach: Reach): Promise<SectionPeriodTally[]>;
  /** Whether everybody due on the day has a verdict. */
  isClosed(date: LocalDate): Promise<boolean>;
  /** The last day before this one with arrivals, not more than `withinDays` back; null without one. */
  schoolDayBefore(date: LocalDate, withinDays: number): Promise<LocalDate | null>;
  arrivals(dates: readonly LocalDate[], everyMinutes: number, reach: Reach): Promise<ArrivalTally[]>;
  /** People whose rate fell from one period to the next by at least `points`, the largest fall first. */
  falls(
    before: DateRange,
    after: DateRange,
    rule: { readonly points: number; readonly minimumDue: number; readonly limit: number },
    reach: Reach,
  ): Promise<FallOfId[]>;
  /** The weeks of some people, counted from the start of the range. */
  weeksOf(personIds: readonly number[], range: DateRange): Promise<PersonWeekTally[]>;
}

export interface AnalyticsRepos {
  readonly analytics: AnalyticsRepository;
  readonly charts: ChartRepository;
  readonly followUp: FollowUpRepository;
}
