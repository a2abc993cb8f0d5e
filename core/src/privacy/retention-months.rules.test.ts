import { describe, expect, it } from 'vitest';
import { localDate } from '../kernel/local-date.ts';
import type { RetainedMonth } from './retention.types.ts';
import { joinedMonths, monthOfRow, withoutMonths } from './retention-months.rules.ts';

const part = (since: string, before: string, rows: number, fingerprint: string): RetainedMonth => ({
  month: localDate(`${since.slice(0, 7)}-01`),
  since: localDate(since),
  before: localDate(before),
  rows,
  fingerprint,
});

describe('the months of a retention file', () => {
  it('add up the parts of their pages, with sums beyond 64 bits', () => {
    const months = joinedMonths(
      [part('2024-01-30', '2024-02-01', 2, '9223372036854775807')],
      [part('2024-01-08', '2024-01-10', 3, '9223372036854775807'), part('2024-02-01', '2024-02-02', 1, '-5')],
    );
    expect(months).toEqual([
      part('2024-01-08', '2024-02-01', 5, '18446744073709551614'),
      part('2024-02-01', '2024-02-02', 1, '-5'),
    ]);
  });

  it('are left out of a page row by row', () => {
    const rows = ['{"day":"2024-01-31"}', '{"day":"2024-02-01"}'];
    expect(rows.map(monthOfRow)).toEqual(['2024-01-01', '2024-02-01']);
    const page = withoutMonths({ table: 'attendance_days', rows }, new Set([localDate('2024-01-01')]));
    expect(page).toEqual({ table: 'attendance_days', rows: ['{"day":"2024-02-01"}'] });
  });
});
