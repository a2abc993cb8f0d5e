import type { DayKey, EmptiedDays } from '../attendance/attendance.types.ts';
import { keptFrom } from '../attendance/calendar.rules.ts';
import { type LocalDate, type LocalTime, parseLocalDate, parseLocalTime } from '../kernel/local-date.ts';
import { cellsOf, type Mapping, type UploadedTable } from '../kernel/tables/uploaded-table.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import { type RowProblem, type RowProblemCode, rowProblem } from './row-problem.ts';

export const ATTENDANCE_FIELDS = ['user_id', 'date', 'check_in', 'check_out'] as const;
export type AttendanceField = (typeof ATTENDANCE_FIELDS)[number];

export const ATTENDANCE_COLUMNS: Readonly<Record<AttendanceField, readonly string[]>> = {
  user_id: ['userid', 'id', 'roll', 'rollno', 'studentid', 'employeeid', 'number', 'code'],
  date: ['date', 'day', 'attendancedate'],
  check_in: ['checkin', 'in', 'time', 'timein', 'arrival', 'clockin'],
  check_out: ['checkout', 'out', 'timeout', 'leave', 'clockout'],
};

export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** One past day of one person; without a check-in time the person was absent. */
export interface PastDay {
  readonly row: number;
  readonly personId: number;
  readonly date: LocalDate;
  readonly checkIn: LocalTime | null;
  readonly checkOut: LocalTime | null;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** A year with a wrong digit is no date. */
const fromYear1900 = (date: LocalDate | null): LocalDate | null =>
  date !== null && date >= '1900' ? date : null;

/** Parses an ISO date, a date in the given order, or a spreadsheet's serial number of days. */
export function readDate(text: string, order: DateOrder): LocalDate | null {
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const serial = Math.floor(Number(text));
    return parseLocalDate(new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10));
  }
  const parts = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?: \d\d:\d\d)?$/.exec(text)?.slice(1).map(Number);
  const [first = 0, second = 0, third = 0] = parts ?? [];
  if (first > 31) return fromYear1900(parseLocalDate(`${first}-${twoDigits(second)}-${twoDigits(third)}`));
  if (order === 'ymd') return null;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return fromYear1900(
    parseLocalDate(`${third < 100 ? 2000 + third : third}-${twoDigits(month)}-${twoDigits(day)}`),
  );
}

/** Parses `9:05`, `09:05:30` or a spreadsheet's fraction of a day; null for an empty cell, undefined if invalid. */
export function readTime(text: string): LocalTime | null | undefined {
  if (text === '') return null;
  if (/^0?\.\d+$/.test(text)) {
    const minutes = Math.round(Number(text) * 1440);
    return parseLocalTime(`${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`) ?? undefined;
  }
  const parts = /^(?:\d{4}-\d\d-\d\d )?(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text);
  return (parts && parseLocalTime(`${twoDigits(Number(parts[1]))}:${parts[2]}`)) ?? undefined;
}

interface Known {
  readonly people: ReadonlyMap<string, number>;
  /** Whose days the account may not write: its own; null for an owner. */
  readonly notOf: number | null;
  /** The days already recorded: see `ImportRepository.knownDays`. */
  readonly days: ReadonlyMap<string, readonly Date[] | null>;
  readonly daysOff: ReadonlySet<LocalDate>;
  /** The days whose attendance retention removed. */
  readonly emptied: readonly EmptiedDays[];
  readonly today: LocalDate;
  readonly zone: Zone;
}

export const codesInTable = (table: UploadedTable, mapping: Mapping<AttendanceField>): string[] => {
  const cell = cellsOf(table, mapping);
  return [...new Set(table.rows.map((row) => cell(row, 'user_id')))];
};

/** The days that the table names of people who exist. */
export function daysInTable(
  table: UploadedTable,
  mapping: Mapping<AttendanceField>,
  order: DateOrder,
  people: ReadonlyMap<string, number>,
): DayKey[] {
  const cell = cellsOf(table, mapping);
  return table.rows.flatMap((row) => {
    const personId = people.get(cell(row, 'user_id').toLowerCase());
    const date = readDate(cell(row, 'date'), order);
    return personId === undefined || date === null ? [] : [{ personId, date }];
  });
}

/**
 * Checks the rows of the table; returns the days to import and the problems, by row. Days that an earlier import of the
 * same rows recorded are passed over.
 */
export function validateDays(
  table: UploadedTable,
  mapping: Mapping<AttendanceField>,
  order: DateOrder,
  known: Known,
): { days: PastDay[]; problems: RowProblem[]; alreadyImported: number } {
  const cell = cellsOf(table, mapping);
  const days: PastDay[] = [];
  const problems: RowProblem[] = [];
  const seen = new Map<string, number>();
  let alreadyImported = 0;
  const isImported = (recorded: readonly Date[] | null, date: LocalDate, times: readonly LocalTime[]) =>
    recorded?.length === times.length &&
    times.every((time, index) => known.zone.instantOf(date, time).getTime() === recorded[index]?.getTime());
  for (const [index, cells] of table.rows.entries()) {
    const row = index + 2;
    const report = (code: RowProblemCode, otherRow?: number) =>
      problems.push(rowProblem(row, code, cell(cells, 'user_id'), otherRow));
    const personId = known.people.get(cell(cells, 'user_id').toLowerCase());
    const date = readDate(cell(cells, 'date'), order);
    const [checkIn, checkOut] = [readTime(cell(cells, 'check_in')), readTime(cell(cells, 'check_out'))];
    if (personId === undefined) report('id_unknown');
    else if (personId === known.notOf) report('own_record');
    if (date === null) report('date_invalid');
    else if (date >= known.today) report('date_not_past');
    if (checkIn === undefined) report('in_invalid');
    if (checkOut === undefined) report('out_invalid');
    if (checkOut && !checkIn) report('in_missing');
    if (checkIn && checkOut && checkOut <= checkIn) report('out_early');
    if (personId === undefined || date === null || checkIn === undefined || checkOut === undefined) continue;
    const key = `${personId}|${date}`;
    const recorded = known.days.get(key);
    const times = [checkIn, checkOut].filter((time) => time !== null);
    if (recorded !== undefined && !seen.has(key) && isImported(recorded, date, times)) {
      alreadyImported += 1;
      seen.set(key, row);
      continue;
    }
    if (recorded !== undefined) report('day_known');
    if (checkIn === null && known.daysOff.has(date)) report('day_off');
    if (keptFrom(date, known.emptied) !== date) report('day_removed');
    if (seen.has(key)) report('day_twice', seen.get(key));
    else seen.set(key, row);
    if (problems.at(-1)?.row !== row) days.push({ row, personId, date, checkIn, checkOut });
  }
  return { days, problems, alreadyImported };
}
