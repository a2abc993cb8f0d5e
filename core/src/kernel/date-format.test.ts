import { describe, expect, it } from 'vitest';
import { createDateFormat, languageOfLocale } from './date-format.ts';
import { LANGUAGES } from './language.ts';

const at = new Date(Date.UTC(2026, 8, 6, 8, 5)); // a Sunday in September
const UTC = { timeZone: 'UTC' } as const;
const SHORT = { ...UTC, day: 'numeric', month: 'short', year: 'numeric' } as const;
const LONG = { ...UTC, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const CLOCK = { ...UTC, hour: '2-digit', minute: '2-digit' } as const;

describe('dates and times', () => {
  it.each([
    ['en', '6 Sep 2026', 'Sunday, 6 September 2026'],
    ['de', '6. Sept. 2026', 'Sonntag, 6. September 2026'],
    ['ar', '6 سبتمبر 2026', 'الأحد، 6 سبتمبر 2026'],
  ] as const)('have one form in %s', (language, short, long) => {
    expect(createDateFormat(language, SHORT)(at)).toBe(short);
    expect(createDateFormat(language, LONG)(at)).toBe(long);
  });

  it.each(LANGUAGES)('have 24 hours in %s, from 00:05 to 23:05', (language) => {
    const clock = createDateFormat(language, CLOCK);
    expect([0, 8, 12, 23].map((hour) => clock(Date.UTC(2026, 8, 6, hour, 5)))).toEqual([
      '00:05',
      '08:05',
      '12:05',
      '23:05',
    ]);
  });

  it('put a comma after an English weekday, whatever the length', () => {
    const weekday = { ...UTC, weekday: 'short', day: 'numeric', month: 'short' } as const;
    expect(createDateFormat('en', weekday)(at)).toBe('Sun, 6 Sep');
    expect(createDateFormat('en', { ...UTC, weekday: 'long' })(at)).toBe('Sunday');
  });

  it('follow the language of a locale', () => {
    expect(['en-US', 'de-AT', 'ar-EG', 'fr', 'den'].map(languageOfLocale)).toEqual([
      'en',
      'de',
      'ar',
      'en',
      'en',
    ]);
  });
});
