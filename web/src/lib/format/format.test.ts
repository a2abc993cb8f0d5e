import { describe, expect, it } from 'vitest';
import { isoOfWireDate, shiftMonth, wireDateOfIso } from './dates.ts';
import { createFormat, localeFor, partOfDay } from './format.ts';

describe('formatting', () => {
  it('has one form per language, whatever the region of the browser', () => {
    for (const locale of ['en', 'en-US', 'en-GB', 'en-AU']) {
      const english = createFormat(locale);
      expect(english.date('09_02_26')).toBe('2 Sep 2026');
      expect(english.dayMonth('09_02_26')).toBe('Wed, 2 Sep');
      expect(english.longDate(new Date(2026, 10, 16, 12))).toBe('Monday, 16 November 2026');
      expect(english.time('15:05')).toBe('15:05');
      expect(english.time('08:46')).toBe('08:46');
      expect(english.moment('2026-11-16T08:46:00')).toBe('16 Nov, 08:46');
      expect(english.fullMoment('2026-11-16T20:46:00')).toBe('16 Nov 2026, 20:46');
      expect(english.month('2026-09')).toBe('Sep 2026');
      expect(english.number(5000)).toBe('5,000');
      expect(english.change(-4.2)).toBe('-4.2%');
      expect(english.weekday(1)).toBe('Monday');
      expect(english.bytes(1_500_000)).toBe('1.5 MB');
    }
    for (const locale of ['de', 'de-DE', 'de-AT', 'de-CH']) {
      const german = createFormat(locale);
      expect(german.date('11_16_26')).toBe('16. Nov. 2026');
      expect(german.longDate(new Date(2026, 10, 16, 12))).toBe('Montag, 16. November 2026');
      expect(german.time('08:46')).toBe('08:46');
      expect(german.number(5000)).toBe('5.000');
      expect(german.percent(87.9).replace(/\s/g, ' ')).toBe('87,9 %');
    }
    for (const locale of ['ar', 'ar-EG', 'ar-SA']) {
      const arabic = createFormat(locale);
      expect(arabic.time('08:46')).toBe('08:46');
      expect(arabic.date('11_16_26')).toBe('16 نوفمبر 2026');
      expect(arabic.number(5000)).toBe('5,000');
    }
  });

  it('joins names and codes so that each keeps its own direction', () => {
    const [english, arabic] = [createFormat('en'), createFormat('ar')];
    expect(english.line(['A-1', null, 'محمد', ''])).toBe('A-1 · \u2068محمد\u2069');
    expect(arabic.line(['10-A', '+977 98 41'])).toBe('\u206810-A\u2069 · \u2068+977 98 41\u2069');
    expect(english.list(['CS-A', 'CS-B'])).toBe('CS-A, CS-B');
    expect(arabic.list(['CS-A', 'CS-B'])).toBe('\u2068CS-A\u2069، \u2068CS-B\u2069');
    expect([english.weekdayShort(1), arabic.weekdayShort(1)]).toEqual(['Mo', 'ن']);
  });

  it('leaves a time such as N/A unchanged', () => expect(createFormat('en').time('N/A')).toBe('N/A'));

  it('combines the chosen language with the region of the browser', () => {
    expect(localeFor('en', ['de-DE', 'en-GB'])).toBe('en-GB');
    expect(localeFor('de', ['en-GB'])).toBe('de');
  });

  it('converts the date format of the API', () => {
    expect(isoOfWireDate('12_31_26')).toBe('2026-12-31');
    expect(wireDateOfIso('2026-12-31')).toBe('12_31_26');
  });

  it('shifts a month over the end of a year', () => {
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
    expect(shiftMonth('2025-12', 1)).toBe('2026-01');
    expect(shiftMonth('2026-03', 0)).toBe('2026-03');
  });

  it('chooses the part of the day by the hour', () => {
    expect([0, 11, 12, 16, 17, 23].map(partOfDay)).toEqual([
      'morning',
      'morning',
      'afternoon',
      'afternoon',
      'evening',
      'evening',
    ]);
  });
});
