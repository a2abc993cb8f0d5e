import { describe, expect, it } from 'vitest';
import { directionOf, formatLocale, LANGUAGES, LOCALES } from './language.ts';
import { isolate, isolated } from './text.ts';

describe('languages', () => {
  it('are read from one side each, whatever the region', () => {
    expect(LANGUAGES.map(directionOf)).toEqual(['ltr', 'ltr', 'rtl']);
    expect(['ar-EG', 'AR', 'ar-SA-u-nu-arab', 'arn', 'en-GB', ''].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'ltr',
    ]);
  });

  it('have Western digits and the Gregorian calendar in every region of Arabic', () => {
    for (const tag of ['ar', 'ar-EG', 'ar-SA', 'ar-SA-u-ca-islamic-nu-arab']) {
      const locale = formatLocale(tag);
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
      expect([tag, date.format(Date.UTC(2026, 10, 16))]).toEqual([tag, expect.stringMatching(/^16 .* 2026/)]);
      expect(new Intl.NumberFormat(locale).format(5000)).toBe('5,000');
    }
    expect(formatLocale('de-AT')).toBe('de-AT');
    expect(Object.keys(LOCALES)).toEqual([...LANGUAGES]);
  });

  it('keep a text in the other direction apart', () => {
    expect(isolate('10-A')).toBe('\u206810-A\u2069');
    expect([isolated('10-A'), isolated('محمد')]).toEqual(['10-A', '\u2068محمد\u2069']);
  });
});
