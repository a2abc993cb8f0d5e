import { expect, it } from 'vitest';
import { csvBlob } from '../../lib/download.ts';
import { createFormat } from '../../lib/format/format.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { analytics } from '../../locales/en/office/analytics.ts';
import { analyticsTable } from './analytics-csv.ts';

it('the CSV of the analytics is one table of months and weekdays in the language of the page, with a byte order mark', async () => {
  const i18n = await createI18n('en');
  i18n.addResourceBundle('en', 'analytics', analytics);
  const t = i18n.getFixedT('en', 'analytics');
  const months = [{ month: '2026-03', attendance: 15, rate: 90, students: 15, employees: 0 }];
  const days = [{ day: 'Monday', count: 12, percentage: 80, avg_time: '08:46' }];
  const file = new Uint8Array(
    await csvBlob(analyticsTable({ months, days }, t, createFormat('de'))).arrayBuffer(),
  );
  expect([...file.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(file).split('\r\n')).toEqual([
    'By,Period,Attendance,Rate %,Average time',
    'Month,2026-03,15,90,',
    'Weekday,Montag,12,80,08:46',
    '',
  ]);
});
