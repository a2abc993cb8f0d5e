import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import { AUTO_ABSENT_CHOICES, type TimeSettings } from '@rollcall/core/settings/settings.types';
import {
  addDays,
  type LocalDate,
  type LocalTime,
  parseLocalDate,
  parseLocalTime,
} from '@rollcall/core/time/local-date';
import { CliError } from './cli-context.ts';

export interface ReplayOptions {
  readonly 'dry-run'?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly start?: string | undefined;
  readonly grace?: string | undefined;
  readonly cutoff?: string | undefined;
  readonly 'auto-absent'?: string | undefined;
  readonly rows?: string | undefined;
}

const DAYS_LOOKED_AT = 30;
const ROWS_SHOWN = 50;

function dateOf(text: string | undefined, otherwise: LocalDate): LocalDate {
  const date = text === undefined ? otherwise : parseLocalDate(text);
  if (!date) throw new CliError(`${text} is not a date like 2026-03-02.`);
  return date;
}

function timeOf(text: string): LocalTime {
  const time = parseLocalTime(text);
  if (!time) throw new CliError(`${text} is not a time like 09:00.`);
  return time;
}

function numberOf(text: string, name: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new CliError(`--${name} takes a number.`);
  return Number(text);
}

/** The last thirty days, and no change of the rule, unless said otherwise. */
export function readReplayOptions(
  options: ReplayOptions,
  today: LocalDate,
): { range: DateRange; change: Partial<TimeSettings>; rows: number } {
  const to = dateOf(options.to, today);
  const from = dateOf(options.from, addDays(to, 1 - DAYS_LOOKED_AT));
  if (from > to) throw new CliError('The end date must not be before the start date.');
  const minutes =
    options['auto-absent'] === undefined ? undefined : numberOf(options['auto-absent'], 'auto-absent');
  const autoAbsentMinutes = AUTO_ABSENT_CHOICES.find((choice) => choice === minutes);
  if (minutes !== undefined && autoAbsentMinutes === undefined)
    throw new CliError(`--auto-absent is one of ${AUTO_ABSENT_CHOICES.join(', ')}.`);
  return {
    range: { from, to },
    change: {
      ...(options.start === undefined ? {} : { startTime: timeOf(options.start) }),
      ...(options.grace === undefined ? {} : { graceMinutes: numberOf(options.grace, 'grace') }),
      ...(options.cutoff === undefined ? {} : { cutoffTime: timeOf(options.cutoff) }),
      ...(autoAbsentMinutes === undefined ? {} : { autoAbsentMinutes }),
    },
    rows: options.rows === undefined ? ROWS_SHOWN : numberOf(options.rows, 'rows'),
  };
}
