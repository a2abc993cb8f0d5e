import { EXPLANATION_TEXTS } from '../attendance/day-explanation.texts.ts';
import type { Language } from '../language.ts';
import { addCounts, dueDays, noCounts, presentDays, rateOfCounts } from './report.rules.ts';
import { REPORT_TEXTS } from './report.texts.ts';
import type { Cell, Column, ReportPerson, SheetRow, StatusCounts } from './report.types.ts';

/** One line a person with the days of each verdict and the rate. */
export function summaryColumns(language: Language): Column[] {
  const { columns } = REPORT_TEXTS[language];
  const { status } = EXPLANATION_TEXTS[language];
  const count = (label: string): Column => ({ label, kind: 'number', width: 10 });
  return [
    { label: columns.name, kind: 'text', width: 28 },
    { label: columns.id, kind: 'text', width: 12 },
    { label: columns.section, kind: 'text', width: 14 },
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

export function createSummaryRows(language: Language) {
  const total = noCounts();
  return {
    rowOf(person: ReportPerson, counts: StatusCounts = noCounts()): SheetRow {
      addCounts(total, counts);
      return { cells: [person.name, person.code, person.classSection, ...figures(counts)] };
    },
    totalRow: (): SheetRow => ({
      cells: [REPORT_TEXTS[language].total, null, null, ...figures(total)],
      isTotal: true,
    }),
  };
}
