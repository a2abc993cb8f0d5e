import { EXPLANATION_TEXTS } from '../attendance/day-explanation.rules.ts';
import type { Language } from '../kernel/language.ts';
import type { Cell, Column, TableRow } from '../kernel/tables/report-document.types.ts';
import { addCounts, dueDays, noCounts, presentDays, rateOfCounts } from './report.rules.ts';
import { REPORT_TEXTS } from './report.texts.ts';
import type { ReportPerson, StatusCounts } from './report.types.ts';

/** Columns of the summary: one row per person with the days per status and the rate. */
export function summaryColumns(language: Language, sectionLabel: string): Column[] {
  const { columns } = REPORT_TEXTS[language];
  const { status } = EXPLANATION_TEXTS[language];
  const count = (label: string): Column => ({ label, kind: 'number', width: 10 });
  return [
    { label: columns.name, kind: 'text', width: 28 },
    { label: columns.id, kind: 'text', width: 12 },
    { label: sectionLabel, kind: 'text', width: 14 },
    count(columns.due),
    count(columns.present),
    count(status.on_time),
    count(status.late),
    count(status.very_late),
    count(status.absent),
    count(status.unmarked),
    count(status.excused),
    count(columns.rate),
  ];
}

const figures = (counts: StatusCounts): Cell[] => [
  dueDays(counts),
  presentDays(counts),
  counts.on_time,
  counts.late,
  counts.very_late,
  counts.absent,
  counts.unmarked,
  counts.excused,
  rateOfCounts(counts),
];

/** Makes the rows of the table and adds them up for the total row. */
export function createSummaryTableRows(language: Language) {
  const total = noCounts();
  return {
    addRow(person: ReportPerson, counts: StatusCounts = noCounts()): TableRow {
      addCounts(total, counts);
      return { cells: [person.name, person.code, person.classSection, ...figures(counts)] };
    },
    totalRow: (): TableRow => ({
      cells: [REPORT_TEXTS[language].total, null, null, ...figures(total)],
      isTotal: true,
    }),
  };
}
