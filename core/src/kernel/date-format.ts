import { LANGUAGES, type Language, LOCALES } from './language.ts';

/** The language of a locale such as `en-GB`; English where it is none of ours. */
export const languageOfLocale = (locale: string): Language =>
  LANGUAGES.find((language) => new RegExp(`^${language}\\b`, 'i').test(locale)) ?? 'en';

/**
 * Formats dates and times by one rule per language, on screens and in files: "16 Nov 2026", "Monday, 16 November 2026",
 * "08:46". The region of a browser does not change it.
 */
export function createDateFormat(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): (at: Date | number) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...options, hourCycle: 'h23' });
  return language === 'en' ? (at) => english(format.formatToParts(at)) : (at) => format.format(at);
}

/** Versions of the locale data differ in "Sept" and in the comma after the weekday. */
const english = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts
    .map(({ type, value }, index) => {
      if (type === 'month') return value === 'Sept' ? 'Sep' : value;
      return type === 'literal' && parts[index - 1]?.type === 'weekday' ? ', ' : value;
    })
    .join('');
