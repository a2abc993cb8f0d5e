import type { DateRange } from '../analytics/analytics.types.ts';
import type { DayStatus } from '../attendance/attendance.types.ts';
import type { Language } from '../kernel/language.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Person } from '../people/people.types.ts';

export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The people of a report: a class, a section, or everybody. */
export type Scope =
  | { readonly of: 'everyone' }
  | { readonly of: 'section'; readonly section: string }
  | { readonly of: 'class'; readonly classId: number };

export type ReportPerson = Pick<Person, 'id' | 'code' | 'name' | 'kind' | 'classSection' | 'registeredOn'>;

export interface StatusDay {
  readonly personId: number;
  readonly date: LocalDate;
  readonly status: DayStatus;
}

/** Number of days per status. */
export type StatusCounts = Readonly<Record<DayStatus, number>>;

export interface ReportQuery extends DateRange {
  readonly scope: Scope;
  readonly language: Language;
}
