import { describe, expect, it } from 'vitest';
import { createFormat, localeFor } from './format.ts';
import { partOfDay } from './greeting.ts';
import { isoOfWireDate, wireDateOfIso } from './wire-date.ts';

describe('formatting', () => {
  it('writes dates, times and figures the way the person does', () => {
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

  it('leaves words such as N/A alone', () => expect(createFormat('en').time('N/A')).toBe('N/A'));

  it('takes the region from the browser, the language from the choice', () => {
    expect(localeFor('en', ['de-DE', 'en-GB'])).toBe('en-GB');
    expect(localeFor('de', ['en-GB'])).toBe('de');
  });

  it('reads and writes the wire spelling of a day', () => {
    expect(isoOfWireDate('12_31_26')).toBe('2026-12-31');
    expect(wireDateOfIso('2026-12-31')).toBe('12_31_26');
  });

  it('greets by the hour', () => {
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
