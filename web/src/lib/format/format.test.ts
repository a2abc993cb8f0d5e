import { describe, expect, it } from 'vitest';
import { isoOfWireDate, shiftMonth, wireDateOfIso } from './dates.ts';
import { createFormat, localeFor, partOfDay } from './format.ts';

describe('formatting', () => {
  it('formats dates, times and figures in the locale', () => {
    const english = createFormat('en-US');
    const german = createFormat('de-DE');
    expect(english.date('03_02_26')).toBe('Mar 2, 2026');
    expect(german.date('03_02_26')).toBe('2. März 2026');
    expect(english.time('15:05').replace(/\s/g, ' ')).toBe('3:05 PM');
    expect(german.time('15:05')).toBe('15:05');
    expect(german.percent(87.9).replace(/\s/g, ' ')).toBe('87,9 %');
    expect(english.change(-4.2)).toBe('-4.2%');
    expect(english.weekday(1)).toBe('Monday');
    expect(english.bytes(1_500_000)).toBe('1.5 MB');
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
