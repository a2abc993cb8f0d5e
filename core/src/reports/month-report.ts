import { type CalendarDay, DAY_STATUSES, type DayStatus } from '../attendance/attendance.types.ts';
import { isPresent } from '../attendance/attendance-day.rules.ts';
import { EXPLANATION_TEXTS } from '../attendance/day-explanation.rules.ts';
import type { Language } from '../kernel/language.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Cell, Column, TableRow } from '../kernel/tables/report-document.types.ts';
import {
  addCounts,
  countStatuses,
  dayLetter,
  noCounts,
  presentDays,
  rateOfCounts,
  VISIT_SIGN,
  weekdayName,
} from './report.rules.ts';
import { REPORT_TEXTS, statusWord } from './report.texts.ts';
import type { ReportPerson, StatusCounts, StatusDay } from './report.types.ts';

export interface MonthReportDay {
  readonly date: LocalDate;
  readonly calendar: CalendarDay;
}

/** One person's row: a status per day, null where there is none. */
export interface MonthReportRow {
  readonly person: ReportPerson;
  readonly statuses: readonly (DayStatus | null)[];
}

export function monthReportRows(
  people: readonly ReportPerson[],
  days: readonly MonthReportDay[],
  statusDays: readonly StatusDay[],
): MonthReportRow[] {
  const byPerson = new Map<number, Map<LocalDate, DayStatus>>();
  for (const { personId, date, status } of statusDays) {
    const own = byPerson.get(personId) ?? new Map<LocalDate, DayStatus>();
    byPerson.set(personId, own.set(date, status));
  }
  return people.map((person) => ({
    person,
    statuses: days.map(({ date }) => byPerson.get(person.id)?.get(date) ?? null),
  }));
}

/** Visits on days off are shown, and counted in no total. */
export const countsOfRow = ({ statuses }: MonthReportRow, days: readonly MonthReportDay[]): StatusCounts =>
  countStatuses(
    statuses.flatMap((status, index) => (status && days[index]?.calendar === 'open' ? status : [])),
  );

/** The meaning of each sign. */
function wordsOf(language: Language): Record<string, string> {
  const { letters, visit } = REPORT_TEXTS[language];
  const entries = DAY_STATUSES.map((status) => [
    letters[status],
    statusWord({ status, isDayOff: false }, language),
  ]);
  return { ...Object.fromEntries(entries.filter(([letter]) => letter !== '')), [VISIT_SIGN]: visit };
}

/** Columns of the month report: name, code, section, one letter per day, totals. */
export function monthReportColumns(
  days: readonly MonthReportDay[],
  language: Language,
  { isBySection, sectionLabel }: { isBySection: boolean; sectionLabel: string },
): Column[] {
  const { columns, letters } = REPORT_TEXTS[language];
  const { status } = EXPLANATION_TEXTS[language];
  const words = wordsOf(language);
  const count = (label: string, inFull: string): Column => ({ label, inFull, kind: 'number', width: 4 });
  return [
    { label: columns.name, kind: 'text', width: 28 },
    { label: columns.id, kind: 'text', width: 11 },
    { label: sectionLabel, kind: 'text', width: 14, onPaper: isBySection ? 'heading' : 'hidden' },
    ...days.map(
      ({ date, calendar }): Column => ({
        label: String(Number(date.slice(8, 10))),
        inFull: date,
        words,
        labelAbove: weekdayName(date, language, 'narrow'),
        kind: 'symbol',
        width: 3,
        isOff: calendar !== 'open',
      }),
    ),
    count('Σ', columns.present),
    count(`${letters.late}+${letters.very_late}`, status.late),
    count(letters.absent, status.absent),
    count(letters.excused, status.excused),
    { label: columns.rate, kind: 'number', width: 6 },
  ];
}

/** Makes the rows of the table and adds them up for the total row, so that no row has to be kept. */
export function createMonthTableRows(days: readonly MonthReportDay[], language: Language) {
  const total = noCounts();
  const perDay = days.map(() => 0);

  const totals = (counts: StatusCounts): Cell[] => [
    presentDays(counts),
    counts.late + counts.very_late,
    counts.absent + counts.unmarked,
    counts.excused,
    rateOfCounts(counts),
  ];

  return {
    addRow(row: MonthReportRow): TableRow {
      const { person, statuses } = row;
      const counts = countsOfRow(row, days);
      addCounts(total, counts);
      const cells = days.map(({ date, calendar }, index) => {
        const status = statuses[index] ?? undefined;
        if (status && isPresent(status)) perDay[index] = (perDay[index] ?? 0) + 1;
        return dayLetter(status, calendar, person.registeredOn <= date, language);
      });
      return { cells: [person.name, person.code, person.classSection, ...cells, ...totals(counts)] };
    },
    totalRow: (): TableRow => ({
      cells: [
        REPORT_TEXTS[language].presentPerDay,
        null,
        null,
        ...perDay.map((count) => count || null),
        ...totals(total),
      ],
      isTotal: true,
    }),
  };
}
