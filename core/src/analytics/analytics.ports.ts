import type { LocalDate } from '../time/local-date.ts';
import type {
  DateRange,
  DayTally,
  HourTally,
  PersonTally,
  SectionTally,
  SectionToday,
} from './analytics.types.ts';

/** From roll-ups that triggers keep in the transaction of every change: cost follows the answer, not the table. */
export interface AnalyticsRepository {
  /** In order of the days; two rows a day at most. */
  days(range: DateRange): Promise<DayTally[]>;
  sections(range: DateRange): Promise<SectionTally[]>;
  hours(range: DateRange): Promise<HourTally[]>;
  /** Most days present first. */
  topPeople(range: DateRange, limit: number): Promise<PersonTally[]>;
  sectionOn(section: string, date: LocalDate): Promise<SectionToday>;
  /** Recounts every roll-up from the days and answers what differs; empty when all is well. */
  differences(): Promise<string[]>;
}
