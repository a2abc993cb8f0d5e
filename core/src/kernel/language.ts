/** Languages of the texts made in core: explanations of verdicts and reports. */
export const LANGUAGES = ['en', 'de', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The side from which a language is read. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (/^ar(-|$)/i.test(language) ? 'rtl' : 'ltr');

const ARABIC = { calendar: 'gregory', numberingSystem: 'latn' };

/**
 * The locale that dates and figures are formatted in. Arabic has the digits of the lists and codes around them, and the
 * calendar of the institution: the regions of Arabic differ in both.
 */
export const formatLocale = (tag: string): string =>
  directionOf(tag) === 'rtl' ? new Intl.Locale(tag, ARABIC).toString() : tag;

/** `en` alone would be American: November 1, 2026. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  ar: formatLocale('ar'),
};
