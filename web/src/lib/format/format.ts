import { createDateFormat, languageOfLocale } from '@rollcall/core/kernel/date-format';
import { directionOf, formatLocale, LOCALES } from '@rollcall/core/kernel/language';
import { isolate, isolated } from '@rollcall/core/kernel/text';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dateOfIso, isoOfWireDate } from './dates.ts';
import { DEVICE_CLOCK, type InstitutionClock, useInstitutionClock } from './institution-day.ts';

/** The browser's regional variant of the chosen language, if any: `en` becomes `en-GB`. */
export function localeFor(language: string, preferred: readonly string[]): string {
  return formatLocale(preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? language);
}

/** An instant on the wire, such as `2026-03-05T08:46:00.000Z`. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/;

/**
 * Formatters for dates, times and figures: one form per language in every region. The region of the locale decides only
 * in which order a typed date is read. Instants are shown on the institution's clock, whatever the zone of the device.
 */
export function createFormat(locale: string, institution: InstitutionClock = DEVICE_CLOCK) {
  const language = languageOfLocale(locale);
  const date = (options: Intl.DateTimeFormatOptions) => createDateFormat(language, options);
  const amount = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LOCALES[language], options);
  const DAY = { day: 'numeric', month: 'short' } as const;
  const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
  const short = date({ ...DAY, year: 'numeric' });
  const dayMonth = date({ ...DAY, weekday: 'short' });
  const dayOnly = date(DAY);
  const long = date({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = date(CLOCK);
  const moment = date({ ...DAY, ...CLOCK, timeZone: 'UTC' });
  const fullMoment = date({ ...DAY, year: 'numeric', ...CLOCK, timeZone: 'UTC' });
  const wallTime = date({ ...CLOCK, timeZone: 'UTC' });
  const monthYear = date({ month: 'short', year: 'numeric' });
  const longMonthYear = date({ month: 'long', year: 'numeric' });
  const monthOnly = date({ month: 'short' });
  const figure = amount({ maximumFractionDigits: 1 });
  const hundredths = amount({ maximumFractionDigits: 2 });
  const twoDecimals = amount({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const share = amount({ style: 'percent', maximumFractionDigits: 1 });
  const precise = amount({ style: 'percent', maximumFractionDigits: 2 });
  const points = amount({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const weekdays = date({ weekday: 'long' });
  const initials = date({ weekday: 'narrow' });

  const dayOf = (text: string): Date =>
    dateOfIso(INSTANT.test(text) ? institution.dayOf(new Date(text)) : isoOfWireDate(text));

  const apart = directionOf(locale) === 'rtl' ? isolate : isolated;

  const list = (items: readonly string[]) => items.map(apart).join(language === 'ar' ? '، ' : ', ');

  return {
    locale,
    /** A name, code or phone number beside other words: keeps its own direction and moves nothing around it. */
    apart,
    /** Names, codes or a day and a time with commas between them. */
    list,
    /** Facts in one line, each in its own direction; empty ones are left out. */
    line: (facts: readonly (string | null | undefined | false)[]) =>
      facts.flatMap((fact) => (fact ? apart(fact) : [])).join(' · '),
    /** `MM_DD_YY`, `YYYY-MM-DD`, or an instant: the institution's day of it. */
    date: (text: string) => short(dayOf(text)),
    dayMonth: (text: string) => dayMonth(dayOf(text)),
    dayShort: (text: string) => dayOnly(dayOf(text)),
    longDate: (value: Date) => long(value),
    /** A wall-clock time of the institution, `HH:MM`. */
    time: (text: string) =>
      /^\d{2}:\d{2}/.test(text) ? clock(new Date(`2000-01-01T${text.slice(0, 5)}:00`)) : text,
    moment: (instant: string) => moment(institution.wallClock(new Date(instant))),
    /** With the year. */
    fullMoment: (instant: string) => fullMoment(institution.wallClock(new Date(instant))),
    /** The time of day; with the day if it was not today. */
    recentMoment: (instant: string | Date) => {
      const at = new Date(instant);
      const time = wallTime(institution.wallClock(at));
      return institution.dayOf(at) === institution.today()
        ? time
        : list([dayMonth(dateOfIso(institution.dayOf(at))), time]);
    },
    /** `YYYY-MM` */
    month: (text: string) => monthYear(dateOfIso(`${text}-15`)),
    longMonth: (text: string) => longMonthYear(dateOfIso(`${text}-15`)),
    monthShort: (text: string) => monthOnly(dateOfIso(`${text}-15`)),
    /** ISO weekday, Monday 1. */
    weekday: (iso: number) => weekdays(new Date(2024, 0, iso, 12)),
    /** Two letters; in Arabic one, because the first two are the article. */
    weekdayShort: (iso: number) => {
      const day = new Date(2024, 0, iso, 12);
      return language === 'ar' ? initials(day) : weekdays(day).slice(0, 2);
    },
    weekdayInitial: (text: string) => initials(dayOf(text)),
    number: (value: number) => figure.format(value),
    /** How alike two faces are, from 0 to 1. */
    likeness: (value: number) => hundredths.format(value),
    /** With two decimals always, for numbers below each other. */
    fixed: (value: number) => twoDecimals.format(value),
    percent: (value: number) => share.format(value / 100),
    /** A share of 1 with up to two decimals. */
    precisePercent: (value: number) => precise.format(value),
    change: (value: number) => points.format(value / 100),
    bytes: (value: number) => bytes(value, LOCALES[language]),
  };
}

export type Format = ReturnType<typeof createFormat>;

/** One for each clock and locale: a table has a component per row, and every one would make sixteen formatters of its own. */
const formats = new WeakMap<InstitutionClock, Map<string, Format>>();

function formatFor(locale: string, clock: InstitutionClock): Format {
  const ofClock = formats.get(clock) ?? new Map<string, Format>();
  formats.set(clock, ofClock);
  const format = ofClock.get(locale) ?? createFormat(locale, clock);
  ofClock.set(locale, format);
  return format;
}

function bytes(value: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, value)) / Math.log(1000)));
  const unit = units[step] ?? 'byte';
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value / 1000 ** step);
}

const neverChanges = () => () => undefined;
/** None in a prerendered page, which every region gets. */
const readLanguages = () => navigator.languages.join();

export function useFormat(): Format {
  const { i18n } = useTranslation();
  const region = useSyncExternalStore(neverChanges, readLanguages, () => '');
  const clock = useInstitutionClock();
  return useMemo(
    () => formatFor(localeFor(i18n.language, region.split(',')), clock),
    [i18n.language, region, clock],
  );
}

type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** Good Morning before 12, Good Afternoon before 17, else Good Evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}
