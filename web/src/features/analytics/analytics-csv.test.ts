import { expect, it } from 'vitest';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { analyticsLines } from './analytics-csv.ts';

it('the CSV of the analytics names its range and its minimum', async () => {
  const t = (await createI18n('en')).getFixedT('en', 'analytics');
  const months = [{ month: '2026-03', attendance: 15, rate: 90, students: 15, employees: 0 }];
  const filter = { range: 'last3months', min: 80, sort: 'date', order: 'asc' } as const;
  const lines = analyticsLines({ months, days: [], filter }, t);
  expect(lines.join('').split('\r\n').slice(0, 5)).toEqual([
    'Date range,Last 3 months',
    'Minimum attendance %,80',
    '',
    'Month,Attendance,Rate %',
    '2026-03,15,90',
  ]);
});
