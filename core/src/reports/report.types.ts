import type { DateRange } from '../analytics/analytics.types.ts';
import type { DayStatus } from '../attendance/attendance.types.ts';
import type { Language } from '../language.ts';
import type { Person } from '../people/people.types.ts';
import type { LocalDate } from '../time/local-date.ts';

export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Whose days a report is about: a class, a section, or everybody. */
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

/** How many days of each verdict. */
export type StatusCounts = Readonly<Record<DayStatus, number>>;

export type Cell = string | number | null;

export interface Column {
  readonly label: string;
  /** A second line above the column: the initial of a weekday. */
  readonly over?: string;
  readonly kind: 'text' | 'number' | 'mark';
  /** In characters; the renderers give each format its own measure. */
  readonly width: number;
  /** A day on which nobody was due. */
  readonly isOff?: boolean;
}

export interface SheetRow {
  readonly cells: readonly Cell[];
  readonly isTotal?: boolean;
}

/** A report as every format sees it: words on top, a table that arrives in pages, words below. */
export interface Sheet {
  readonly institution: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly columns: readonly Column[];
  readonly pages: () => AsyncIterable<readonly SheetRow[]>;
  readonly notes: readonly string[];
  readonly shape: 'portrait' | 'landscape';
  readonly language: Language;
  /** Without an ending. */
  readonly fileName: string;
}

export interface ReportQuery extends DateRange {
  readonly scope: Scope;
  readonly language: Language;
}
