import type { DateRange } from '../analytics/analytics.types.ts';
import type { Reach } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { ReportPerson, Scope, StatusCounts, StatusDay } from './report.types.ts';

export interface ReportRepository {
  /**
   * People within reach by section, then by name; without accounts that have no attendance and deleted people. A section
   * has everybody who was in it in the range; whoever reaches the section reaches them all.
   */
  people(
    scope: Scope,
    range: DateRange,
    reach: Reach,
    page?: { readonly offset: number; readonly limit: number },
  ): Promise<ReportPerson[]>;
  headcount(scope: Scope, range: DateRange, reach: Reach): Promise<number>;
  /**
   * A class counts by the marks of its own sheets, everything else by the attendance days. A section has the days on which
   * the people were in it.
   */
  days(scope: Scope, personIds: readonly number[], range: DateRange): Promise<StatusDay[]>;
  /** People without a day in the range are missing from the map. */
  counts(
    scope: Scope,
    personIds: readonly number[],
    range: DateRange,
  ): Promise<ReadonlyMap<number, StatusCounts>>;
  /** Days on which the class has marks. */
  meetingDays(classId: number, range: DateRange): Promise<LocalDate[]>;
}

export interface ReportRepos {
  readonly reports: ReportRepository;
}
