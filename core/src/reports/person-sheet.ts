import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { EXPLANATION_TEXTS } from '../attendance/day-explanation.texts.ts';
import { explain } from '../attendance/day-explanation.ts';
import type { Language } from '../language.ts';
import type { Zone } from '../time/zone.ts';
import { countStatuses, dueDays, presentDays, rateOfCounts, weekdayName } from './report.rules.ts';
import { REPORT_TEXTS } from './report.texts.ts';
import type { Column, SheetRow } from './report.types.ts';

/** One person, one line a day, with the reason under each verdict. */
export function personColumns(language: Language): Column[] {
  const { columns } = REPORT_TEXTS[language];
  return [
    { label: columns.date, kind: 'text', width: 11 },
    { label: columns.weekday, kind: 'text', width: 5 },
    { label: columns.status, kind: 'text', width: 15 },
    { label: columns.firstSeen, kind: 'text', width: 10 },
    { label: columns.lastSeen, kind: 'text', width: 10 },
    { label: columns.reason, kind: 'text', width: 62 },
  ];
}

export const personRow = (day: AttendanceDay, zone: Zone, language: Language): SheetRow => ({
  cells: [
    day.date,
    weekdayName(day.date, language, 'short'),
    EXPLANATION_TEXTS[language].status[day.status],
    day.firstIn && zone.timeOf(day.firstIn),
    day.lastSeen && zone.timeOf(day.lastSeen),
    explain(day, zone, language),
  ],
});

/** The figures of the range in one sentence on top. */
export function personFigures(days: readonly AttendanceDay[], language: Language): string {
  const counts = countStatuses(days.map(({ status }) => status));
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
