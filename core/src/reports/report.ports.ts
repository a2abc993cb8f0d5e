import type { DateRange } from '../analytics/analytics.types.ts';
import type { ReportPerson, Scope, StatusCounts, StatusDay } from './report.types.ts';

export interface ReportRepository {
  /** By section, then by name; without the administrator and deleted people. */
  people(scope: Scope, page?: { readonly offset: number; readonly limit: number }): Promise<ReportPerson[]>;
  headcount(scope: Scope): Promise<number>;
  days(personIds: readonly number[], range: DateRange): Promise<StatusDay[]>;
  /** People without a day in the range are missing from the map. */
  counts(personIds: readonly number[], range: DateRange): Promise<ReadonlyMap<number, StatusCounts>>;
}

export interface ReportRepos {
  readonly reports: ReportRepository;
}
