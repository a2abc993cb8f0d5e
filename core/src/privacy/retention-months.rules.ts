import { firstOfMonth, type LocalDate } from '../kernel/local-date.ts';
import type { RetainedMonth, RetainedRows } from './retention.types.ts';

const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b);
const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b);

/** Two parts of one month, such as the pages of a file give. */
const together = (a: RetainedMonth, b: RetainedMonth): RetainedMonth => ({
  month: a.month,
  since: earlier(a.since, b.since),
  before: later(a.before, b.before),
  rows: a.rows + b.rows,
  fingerprint: String(BigInt(a.fingerprint) + BigInt(b.fingerprint)),
});

/** Adds parts of months to others; each month is there once, in the order in which they came. */
export function joinedMonths(
  known: readonly RetainedMonth[],
  added: readonly RetainedMonth[],
): readonly RetainedMonth[] {
  const months = new Map(known.map((each) => [each.month, each]));
  for (const part of added) {
    const same = months.get(part.month);
    months.set(part.month, same ? together(same, part) : part);
  }
  return [...months.values()];
}

/** The day of a verdict, given as JSON text. */
export const dayOfRow = (row: string): LocalDate => (JSON.parse(row) as { day: LocalDate }).day; // a row of attendance_days

export const monthOfRow = (row: string): LocalDate => firstOfMonth(dayOfRow(row));

/** The rows of a page of verdicts that are not of these months. */
export const withoutMonths = (page: RetainedRows, months: ReadonlySet<LocalDate>): RetainedRows => ({
  ...page,
  rows: page.rows.filter((row) => !months.has(monthOfRow(row))),
});
