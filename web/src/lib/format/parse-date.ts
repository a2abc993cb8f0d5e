import { languageOfLocale } from '@rollcall/core/kernel/date-format';
import { LOCALES } from '@rollcall/core/kernel/language';
import { latinDigits } from './latin-digits.ts';

/** Reads dates and months that a person typed, in the order and with the month names of a locale. */

/** Words and numbers in lower case without accents, so that `Mär.`, `Mar` and `marz` name the same month. */
const wordsOf = (text: string): string[] =>
  latinDigits(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\d+|\p{L}+/gu) ?? [];

const isNumber = (word: string) => /^\d+$/.test(word);

function monthOfName(name: string, locale: string): number | null {
  if (name.length < 3) return null;
  // Dates are shown in the words of the language; a region may have others: Januar and Jänner.
  const formats = [locale, LOCALES[languageOfLocale(locale)]].flatMap((words) =>
    (['long', 'short'] as const).flatMap((month) => [
      new Intl.DateTimeFormat(words, { month }),
      new Intl.DateTimeFormat(words, { month, day: 'numeric' }),
    ]),
  );
  const names = (month: number) =>
    formats.flatMap((format) => wordsOf(format.format(new Date(2000, month, 1, 12))));
  const found = [...Array(12).keys()].find((month) => names(month).some((each) => each.startsWith(name)));
  return found === undefined ? null : found + 1;
}

/** The numeric form of a date in the locale, part by part: day, month, year and what stands between them. */
export const numericParts = (locale: string): Intl.DateTimeFormatPart[] =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(
    new Date(2000, 0, 1, 12),
  );

/** A year of two digits is one of this century. */
function yearOf(word: string): number | null {
  const year = word.length === 2 ? 2000 + Number(word) : Number(word);
  return (word.length === 2 || word.length === 4) && year >= 1900 ? year : null;
}

const pad = (value: number, length: number) => String(value).padStart(length, '0');

function isoMonth(year: number | null, month: number | null): string | null {
  if (year === null || month === null || month < 1 || month > 12) return null;
  return `${pad(year, 4)}-${pad(month, 2)}`;
}

function isoDay(year: number | null, month: number | null, day: number): string | null {
  const start = isoMonth(year, month);
  if (start === null) return null;
  const iso = `${start}-${pad(day, 2)}`;
  const date = new Date(`${iso}T12:00:00Z`);
  // A day that the month does not have is moved to the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** `YYYY-MM-DD` of a typed date such as `2026-03-05`, `5.3.26`, `3/5/2026` or `5 March 2026`, else null. */
export function parseDay(text: string, locale: string): string | null {
  const words = wordsOf(text);
  const [first = '', second = '', third = ''] = words;
  if (words.length !== 3) return null;
  const name = words.find((word) => !isNumber(word));
  if (name !== undefined) {
    const [before = '', after = ''] = words.filter(isNumber);
    const [year, day] = before.length === 4 ? [before, after] : [after, before];
    return isoDay(yearOf(year), monthOfName(name, locale), Number(day));
  }
  if (first.length === 4) return isoDay(yearOf(first), Number(second), Number(third));
  const order = numericParts(locale)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');
  const part = (type: 'day' | 'month' | 'year') => words[order.indexOf(type)] ?? '';
  return isoDay(yearOf(part('year')), Number(part('month')), Number(part('day')));
}

/** `YYYY-MM` of a typed month such as `2026-03`, `3/2026`, `March 2026` or `Mar 26`, else null. */
export function parseMonth(text: string, locale: string): string | null {
  const words = wordsOf(text);
  const [first = '', second = ''] = words;
  if (words.length !== 2) return null;
  const [year, month] = first.length === 4 && isNumber(first) ? [first, second] : [second, first];
  return isoMonth(yearOf(year), isNumber(month) ? Number(month) : monthOfName(month, locale));
}
