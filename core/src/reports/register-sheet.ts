import type { CalendarDay, DayStatus } from '../attendance/attendance.types.ts';
import { isPresent } from '../attendance/attendance-day.rules.ts';
import type { Language } from '../language.ts';
import type { LocalDate } from '../time/local-date.ts';
import {
  addCounts,
  countStatuses,
  markOf,
  noCounts,
  presentDays,
  rateOfCounts,
  weekdayName,
} from './report.rules.ts';
import { REPORT_TEXTS } from './report.texts.ts';
import type { Cell, Column, ReportPerson, SheetRow, StatusDay } from './report.types.ts';

export interface RegisterDay {
  readonly date: LocalDate;
  readonly calendar: CalendarDay;
}

/** One person's line: a mark a day, and what it adds up to. */
export interface RegisterLine {
  readonly person: ReportPerson;
  readonly marks: readonly (DayStatus | null)[];
}

export function registerLines(
  people: readonly ReportPerson[],
  days: readonly RegisterDay[],
  verdicts: readonly StatusDay[],
): RegisterLine[] {
  const byPerson = new Map<number, Map<LocalDate, DayStatus>>();
  for (const { personId, date, status } of verdicts) {
    const own = byPerson.get(personId) ?? new Map<LocalDate, DayStatus>();
    byPerson.set(personId, own.set(date, status));
  }
  return people.map((person) => ({
    person,
    marks: days.map(({ date }) => byPerson.get(person.id)?.get(date) ?? null),
  }));
}

const known = (marks: RegisterLine['marks']): DayStatus[] => marks.flatMap((mark) => mark ?? []);

export const countsOf = (line: RegisterLine) => countStatuses(known(line.marks));

/** People down, days across: the sheet every school prints. */
export function registerColumns(days: readonly RegisterDay[], language: Language): Column[] {
  const { columns, marks } = REPORT_TEXTS[language];
  const count = (label: string): Column => ({ label, kind: 'number', width: 4 });
  return [
    { label: columns.name, kind: 'text', width: 28 },
    { label: columns.id, kind: 'text', width: 11 },
    ...days.map(
      ({ date, calendar }): Column => ({
        label: String(Number(date.slice(8, 10))),
        over: weekdayName(date, language, 'narrow'),
        kind: 'mark',
        width: 3,
        isOff: calendar !== 'open',
      }),
    ),
    count('Σ'),
    count(`${marks.late}+${marks.very_late}`),
    count(marks.absent),
    count(marks.excused),
    { label: columns.rate, kind: 'number', width: 6 },
  ];
}

/** Adds up while the lines go by, so that nothing has to be kept for the last row. */
export function createRegisterRows(days: readonly RegisterDay[], language: Language) {
  const total = noCounts();
  const perDay = days.map(() => 0);

  const tail = (counts: ReturnType<typeof countsOf>): Cell[] => [
    presentDays(counts),
    counts.late + counts.very_late,
    counts.absent + counts.unmarked,
    counts.excused,
    rateOfCounts(counts),
  ];

  return {
    rowOf(line: RegisterLine): SheetRow {
      const { person, marks } = line;
      const counts = countsOf(line);
      addCounts(total, counts);
      const cells = days.map(({ date, calendar }, index) => {
        const status = marks[index] ?? undefined;
        if (status && isPresent(status)) perDay[index] = (perDay[index] ?? 0) + 1;
        return markOf(status, calendar, person.registeredOn <= date, language);
      });
      return { cells: [person.name, person.code, ...cells, ...tail(counts)] };
    },
    totalRow: (): SheetRow => ({
      cells: [
        REPORT_TEXTS[language].presentPerDay,
        null,
        ...perDay.map((count) => count || null),
        ...tail(total),
      ],
      isTotal: true,
    }),
  };
}
