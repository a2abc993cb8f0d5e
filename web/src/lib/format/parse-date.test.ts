import { describe, expect, it } from 'vitest';
import { createFormat, localeFor } from './format.ts';
import { parseDay, parseMonth } from './parse-date.ts';

const LOCALES = ['en', 'en-US', 'en-GB', 'de', 'de-DE', 'de-AT', 'ar', 'ar-EG', 'ar-SA'].map((tag) =>
  localeFor(tag, []),
);
const MONTHS = [...Array(12).keys()].map((month) => `2026-${String(month + 1).padStart(2, '0')}`);

describe('parsing a typed date', () => {
  it.each(LOCALES)('reads what is shown in %s', (locale) => {
    const format = createFormat(locale);
    for (const month of MONTHS) {
      expect(parseDay(format.date(`${month}-09`), locale)).toBe(`${month}-09`);
      expect(parseMonth(format.longMonth(month), locale)).toBe(month);
      expect(parseMonth(format.month(month), locale)).toBe(month);
    }
  });

  it.each([
    ['2026-03-05', 'en-US'],
    ['2026-03-05', 'de'],
    ['2026/3/5', 'de'],
    ['3/5/2026', 'en-US'],
    ['05/03/2026', 'en-GB'],
    ['5.3.2026', 'de'],
    ['05.03.26', 'de'],
    ['5 March 2026', 'en-US'],
    ['march 5, 2026', 'en-GB'],
    ['5. März 2026', 'de'],
    ['5 mär 2026', 'de'],
    ['5 marz 26', 'de'],
    ['2026 Mar 5', 'en'],
    ['5 مارس 2026', 'ar'],
    ['٥/٣/٢٠٢٦', 'ar'],
    ['۲۰۲۶-۰۳-۰۵', 'ar'],
  ])('reads %s in %s', (text, locale) => expect(parseDay(text, locale)).toBe('2026-03-05'));

  it.each([
    '',
    'soon',
    '5',
    '5.3.',
    '2026-02-29',
    '2026-13-01',
    '31.4.2026',
    '5.3.202',
    '5.3.1026',
    '5 Foo 2026',
    '5 Ma 2026',
  ])('refuses "%s"', (text) => expect(parseDay(text, 'de')).toBeNull());

  it.each([
    ['2026-03', 'de'],
    ['3/2026', 'en-US'],
    ['03.2026', 'de'],
    ['March 2026', 'en-GB'],
    ['mar 26', 'en-US'],
    ['März 2026', 'de'],
    ['März 2026', 'de-AT'],
    ['2026 March', 'en'],
  ])('reads the month %s in %s', (text, locale) => expect(parseMonth(text, locale)).toBe('2026-03'));

  it.each(['', 'March', '2026', '2026-13', '0/2026', '5 March 2026', 'Foo 2026'])(
    'refuses "%s" as a month',
    (text) => expect(parseMonth(text, 'en-US')).toBeNull(),
  );
});
