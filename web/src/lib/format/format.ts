import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dateOfIso, isoOfWireDate } from './dates.ts';

/** The browser's regional variant of the chosen language, if any: `en` becomes `en-GB`. */
export function localeFor(language: string, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? language;
}

/** Formatters for dates, times and figures in a locale. */
export function createFormat(locale: string) {
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const short = date({ day: 'numeric', month: 'short', year: 'numeric' });
  const dayMonth = date({ weekday: 'short', day: 'numeric', month: 'short' });
  const dayOnly = date({ day: 'numeric', month: 'short' });
  const long = date({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = date({ hour: 'numeric', minute: '2-digit' });
  const moment = date({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  const fullMoment = date({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const monthYear = date({ month: 'short', year: 'numeric' });
  const longMonthYear = date({ month: 'long', year: 'numeric' });
  const monthOnly = date({ month: 'short' });
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const points = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const weekdays = date({ weekday: 'long' });
  const initials = date({ weekday: 'narrow' });

  return {
    locale,
    /** `MM_DD_YY`, `YYYY-MM-DD` or an instant. */
    date: (text: string) => short.format(dateOfIso(isoOfWireDate(text))),
    dayMonth: (text: string) => dayMonth.format(dateOfIso(isoOfWireDate(text))),
    dayShort: (text: string) => dayOnly.format(dateOfIso(isoOfWireDate(text))),
    longDate: (value: Date) => long.format(value),
    /** A wall-clock time of the institution, `HH:MM`. */
    time: (text: string) =>
      /^\d{2}:\d{2}/.test(text) ? clock.format(new Date(`2000-01-01T${text.slice(0, 5)}:00`)) : text,
    moment: (instant: string) => moment.format(new Date(instant)),
    /** With the year. */
    fullMoment: (instant: string) => fullMoment.format(new Date(instant)),
    /** `YYYY-MM` */
    month: (text: string) => monthYear.format(dateOfIso(`${text}-15`)),
    longMonth: (text: string) => longMonthYear.format(dateOfIso(`${text}-15`)),
    monthShort: (text: string) => monthOnly.format(dateOfIso(`${text}-15`)),
    /** ISO weekday, Monday 1. */
    weekday: (iso: number) => weekdays.format(new Date(2024, 0, iso, 12)),
    weekdayInitial: (text: string) => initials.format(dateOfIso(isoOfWireDate(text))),
    number: (value: number) => figure.format(value),
    percent: (value: number) => share.format(value / 100),
    /** A share of 1 with up to two decimals. */
    precisePercent: (value: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value),
    change: (value: number) => points.format(value / 100),
    bytes: (value: number) => bytes(value, locale),
  };
}

export type Format = ReturnType<typeof createFormat>;

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

export function useFormat(): Format {
  const { i18n } = useTranslation();
  return useMemo(() => createFormat(localeFor(i18n.language, navigator.languages)), [i18n.language]);
}

type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** Good Morning before 12, Good Afternoon before 17, else Good Evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}
