import type { Language } from '../language.ts';

export type Cell = string | number | null;

export interface Column {
  readonly label: string;
  /** Shown above the label: the initial of the weekday. */
  readonly labelAbove?: string;
  readonly kind: 'text' | 'number' | 'symbol';
  /** The label where there is room for it: the date of a day. */
  readonly inFull?: string;
  /** What the symbols of the column mean. */
  readonly words?: Readonly<Record<string, string>>;
  /** On paper: not shown, or each value is the heading of pages of its own. */
  readonly onPaper?: 'hidden' | 'heading';
  /** In characters; each format converts it to its own unit. */
  readonly width: number;
  /** A column of a day on which nobody was due. */
  readonly isOff?: boolean;
}

export interface TableRow {
  readonly cells: readonly Cell[];
  readonly isTotal?: boolean;
}

/** The content of a report, independent of the file format: header lines, a table in pages, notes below it. */
export interface ReportDocument {
  readonly institution: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly columns: readonly Column[];
  readonly pages: () => AsyncIterable<readonly TableRow[]>;
  readonly notes: readonly string[];
  readonly orientation: 'portrait' | 'landscape';
  readonly language: Language;
  /** The heading of pages that hold one section; null for people without one. */
  readonly sectionHeading?: (section: string | null) => string;
  /** Without an extension. */
  readonly fileName: string;
  /** The person a report about one person is about. */
  readonly about?: { readonly id: number; readonly code: string };
}
