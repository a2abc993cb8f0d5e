import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import { EXPLANATION_TEXTS, explain } from '@rollcall/core/attendance/day-explanation.rules';
import { type ReplayedDay, replay } from '@rollcall/core/attendance/replay';
import { systemClock } from '@rollcall/core/kernel/clock';
import {
  addDays,
  type LocalDate,
  type LocalTime,
  parseLocalDate,
  parseLocalTime,
} from '@rollcall/core/kernel/local-date';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import { createZoneHistory } from '@rollcall/core/kernel/zones/zone-history';
import type { Repositories } from '@rollcall/core/ports';
import { timeSettingsProblems } from '@rollcall/core/settings/settings.rules';
import { AUTO_ABSENT_CHOICES, type TimeSettings } from '@rollcall/core/settings/settings.types';
import { createRepositories } from '@rollcall/db/repositories';
import { type CliContext, CliError, withDatabase } from './cli-context.ts';

interface ReplayOptions {
  readonly 'dry-run'?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly start?: string | undefined;
  readonly grace?: string | undefined;
  readonly cutoff?: string | undefined;
  readonly 'auto-absent'?: string | undefined;
  readonly rows?: string | undefined;
}

const DEFAULT_DAYS = 30;
const DEFAULT_ROWS = 50;

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

/** Defaults: the last thirty days, and the rule that was in force. */
export function readReplayOptions(
  options: ReplayOptions,
  today: LocalDate,
): { range: DateRange; change: Partial<TimeSettings>; rows: number } {
  const to = dateOf(options.to, today);
  const from = dateOf(options.from, addDays(to, 1 - DEFAULT_DAYS));
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
    rows: options.rows === undefined ? DEFAULT_ROWS : numberOf(options.rows, 'rows'),
  };
}

const label = (status: ReplayedDay['before'] | undefined): string =>
  status ? EXPLANATION_TEXTS.en.status[status].toLowerCase() : 'nothing';

/** Recomputes past days under another time rule and lists the differences. Writes nothing. */
export async function replayAttendance(context: CliContext, options: ReplayOptions): Promise<string> {
  if (!options['dry-run'])
    throw new CliError(
      'Only a dry run is possible: attendance replay --dry-run. A new rule applies from its day and never changes the past.',
    );
  return withDatabase(context, async (database) => {
    const repos = createRepositories(database.db);
    const institution = await repos.settings.institution();
    if (!institution) throw new CliError('This installation is not set up yet.');
    const zone = createZoneHistory(institution.timeZone, institution.earlierZones);
    const { range, change, rows } = readReplayOptions(options, zone.dateOf(systemClock.now()));
    const rule = await repos.settings.timeRuleOn(range.to);
    const problems = rule ? Object.values(timeSettingsProblems({ ...rule, ...change })) : [];
    if (problems.length > 0) throw new CliError(problems.join(' '));

    let examined = 0;
    const transitions = new Map<string, number>();
    const shown: string[] = [];
    for await (const days of replay(repos, zone, range, change)) {
      examined += days.length;
      for (const day of days) {
        if (day.before === day.after?.status) continue;
        const transition = `${label(day.before)} -> ${label(day.after?.status)}`;
        transitions.set(transition, (transitions.get(transition) ?? 0) + 1);
        if (shown.length < rows) shown.push(await describe(repos, day, transition, zone));
      }
    }
    const count = [...transitions.values()].reduce((sum, each) => sum + each, 0);
    const rest = count - shown.length;
    return [
      `${range.from} to ${range.to}: ${examined} days, ${count} would change.`,
      ...[...transitions]
        .sort(([, a], [, b]) => b - a)
        .map(([transition, n]) => `  ${String(n).padStart(7)}  ${transition}`),
      ...shown,
      ...(rest > 0 ? [`… and ${rest} more (--rows ${count} shows them all).`] : []),
      'Nothing was changed.',
    ].join('\n');
  });
}

async function describe(
  repos: Repositories,
  day: ReplayedDay,
  transition: string,
  zone: Zone,
): Promise<string> {
  const person = await repos.people.byId(day.personId);
  const why = day.after ? `: ${explain(day.after, zone)}` : '';
  return `  ${day.date}  ${person?.code ?? '(deleted)'}  ${person?.name ?? ''}  ${transition}${why}`;
}

/** Recounts every roll-up from the attendance days. The exit code is 1 when one of them differs. */
export async function checkAnalytics(context: CliContext): Promise<{ text: string; exitCode: 0 | 1 }> {
  return withDatabase(context, async (database) => {
    const repos = createRepositories(database.db);
    const differences = await database.unlimited(() => repos.analytics.differences());
    const days = await repos.attendance.countDays();
    if (differences.length === 0)
      return { text: `${days} days recounted: every roll-up agrees.`, exitCode: 0 };
    return { text: [`${differences.length} differences:`, ...differences].join('\n'), exitCode: 1 };
  });
}
