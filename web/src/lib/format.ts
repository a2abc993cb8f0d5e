import { dateOfIso, isoOfWireDate } from './wire-date.ts';

/** A regional form of the chosen language where the browser knows one: `en` becomes `en-GB` for a Briton. */
export function localeFor(language: string, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? language;
}

/** Dates, times and figures as the person writes them. */
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
    /** For what may be years old. */
    fullMoment: (instant: string) => fullMoment.format(new Date(instant)),
    /** `YYYY-MM` */
    month: (text: string) => monthYear.format(dateOfIso(`${text}-15`)),
    monthShort: (text: string) => monthOnly.format(dateOfIso(`${text}-15`)),
    /** ISO weekday, Monday 1. */
    weekday: (iso: number) => weekdays.format(new Date(2024, 0, iso, 12)),
    weekdayInitial: (text: string) => initials.format(dateOfIso(isoOfWireDate(text))),
    number: (value: number) => figure.format(value),
    percent: (value: number) => share.format(value / 100),
    /** A share of 1 with two decimals: the difference between 99.2 and 99.29 is what was measured. */
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
