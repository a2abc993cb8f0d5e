import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { EXPLANATION_TEXTS, explain } from '../attendance/day-explanation.rules.ts';
import type { Language } from '../kernel/language.ts';
import type { Column, TableRow } from '../kernel/tables/report-document.types.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { Person } from '../people/people.types.ts';
import { countStatuses, dueDays, presentDays, rateOfCounts, weekdayName } from './report.rules.ts';
import { REPORT_TEXTS, statusWord } from './report.texts.ts';

/** Columns of the person report: one row per day, with the reason of its status. */
export function personColumns(language: Language): Column[] {
  const { columns } = REPORT_TEXTS[language];
  return [
    { label: columns.name, kind: 'text', width: 28, onPaper: 'hidden' },
    { label: columns.id, kind: 'text', width: 12, onPaper: 'hidden' },
    { label: columns.date, kind: 'text', width: 11 },
    { label: columns.weekday, kind: 'text', width: 5 },
    { label: columns.status, kind: 'text', width: 15 },
    { label: columns.firstSeen, kind: 'text', width: 10 },
    { label: columns.lastSeen, kind: 'text', width: 10 },
    { label: columns.reason, kind: 'text', width: 62 },
  ];
}

export const personRow = (
  { name, code }: Pick<Person, 'name' | 'code'>,
  day: AttendanceDay,
  zone: Zone,
  language: Language,
): TableRow => ({
  cells: [
    name,
    code,
    day.date,
    weekdayName(day.date, language, 'short'),
    statusWord(day, language),
    day.firstIn && zone.timeOf(day.firstIn),
    day.lastSeen && zone.timeOf(day.lastSeen),
    explain(day, zone, language),
  ],
});

/** The totals of the range as one line of text. */
export function personFigures(days: readonly AttendanceDay[], language: Language): string {
  const counts = countStatuses(days.flatMap(({ status, isDayOff }) => (isDayOff ? [] : status)));
  const { columns } = REPORT_TEXTS[language];
  const { status } = EXPLANATION_TEXTS[language];
  const parts: [string, number | null][] = [
    [columns.due, dueDays(counts)],
    [columns.present, presentDays(counts)],
    [status.late, counts.late + counts.very_late],
    [status.absent, counts.absent + counts.unmarked],
    [status.excused, counts.excused],
    [columns.rate, rateOfCounts(counts)],
  ];
  return parts.map(([label, value]) => `${label}: ${value ?? '–'}`).join('   ');
}
