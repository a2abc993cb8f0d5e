import type { LocalDate } from '../time/local-date.ts';
import type {
  DateRange,
  DayCount,
  HourTally,
  MonthTally,
  PersonTally,
  PersonTotals,
  Scope,
  SectionTally,
  TodayTally,
  WeekdayTally,
  WeekTally,
} from './analytics.types.ts';

/** One query each, every figure from rows. */
export interface AnalyticsRepository {
  today(date: LocalDate, section?: string): Promise<TodayTally>;
  months(scope: Scope): Promise<MonthTally[]>;
  weeks(scope: Scope): Promise<WeekTally[]>;
  weekdays(scope: Scope): Promise<WeekdayTally[]>;
  sections(range: DateRange): Promise<SectionTally[]>;
  hours(scope: Scope): Promise<HourTally[]>;
  topPeople(range: DateRange, limit: number): Promise<PersonTally[]>;
  dailyPresence(range: DateRange): Promise<DayCount[]>;
  totalsOf(personId: number, range: DateRange): Promise<PersonTotals>;
  sectionSize(section: string): Promise<number>;
  totalCheckIns(range: DateRange): Promise<number>;
}
