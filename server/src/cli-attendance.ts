import { explain } from '@rollcall/core/attendance/day-explanation';
import { EXPLANATION_TEXTS } from '@rollcall/core/attendance/day-explanation.texts';
import { type ReplayedDay, replay } from '@rollcall/core/attendance/replay';
import type { Repositories } from '@rollcall/core/ports';
import { problemsOf } from '@rollcall/core/settings/settings.rules';
import { createZone, type Zone } from '@rollcall/core/time/zone';
import { createRepositories } from '@rollcall/db/repositories';
import { type CliContext, CliError } from './cli-context.ts';
import { type ReplayOptions, readReplayOptions } from './cli-replay-options.ts';
import { systemClock } from './clock.ts';
import { openDatabase } from './open-database.ts';

const label = (status: ReplayedDay['before'] | undefined): string =>
  status ? EXPLANATION_TEXTS.en.status[status].toLowerCase() : 'nothing';

/** What a change of the time rule would have made of days that lie behind. Reads, and writes nothing. */
export async function replayAttendance(
  { env, locations, log }: CliContext,
  options: ReplayOptions,
): Promise<string> {
  if (!options['dry-run'])
    throw new CliError(
      'Only a dry run exists: attendance replay --dry-run. A new rule holds from its day on and never rewrites the past.',
    );
  const database = await openDatabase(env, locations, log);
  try {
    const repos = createRepositories(database.db);
    const institution = await repos.settings.institution();
    if (!institution) throw new CliError('This installation is not set up yet.');
    const zone = createZone(institution.timeZone);
    const { range, change, rows } = readReplayOptions(options, zone.dateOf(systemClock.now()));
    const rule = await repos.settings.timeRuleOn(range.to);
    const problems = rule ? Object.values(problemsOf({ ...rule, ...change })) : [];
    if (problems.length > 0) throw new CliError(problems.join(' '));

    let looked = 0;
    const moves = new Map<string, number>();
    const shown: string[] = [];
    for await (const days of replay(repos, zone, range, change)) {
      looked += days.length;
      for (const day of days) {
        if (day.before === day.after?.status) continue;
        const move = `${label(day.before)} -> ${label(day.after?.status)}`;
        moves.set(move, (moves.get(move) ?? 0) + 1);
        if (shown.length < rows) shown.push(await describe(repos, day, move, zone));
      }
    }
    const count = [...moves.values()].reduce((sum, each) => sum + each, 0);
    const rest = count - shown.length;
    return [
      `${range.from} to ${range.to}: ${looked} verdicts, ${count} would change.`,
      ...[...moves].sort(([, a], [, b]) => b - a).map(([move, n]) => `  ${String(n).padStart(7)}  ${move}`),
      ...shown,
      ...(rest > 0 ? [`… and ${rest} more (--rows ${count} shows them all).`] : []),
      'Nothing was changed.',
    ].join('\n');
  } finally {
    await database.close();
  }
}

async function describe(repos: Repositories, day: ReplayedDay, move: string, zone: Zone): Promise<string> {
  const person = await repos.people.byId(day.personId);
  const why = day.after ? `: ${explain(day.after, zone)}` : '';
  return `  ${day.date}  ${person?.code ?? '(deleted)'}  ${person?.name ?? ''}  ${move}${why}`;
}

/** Recounts every roll-up from the days. The second part is the exit code: 1 when one of them is wrong. */
export async function checkAnalytics({
  env,
  locations,
  log,
}: CliContext): Promise<{ text: string; exitCode: 0 | 1 }> {
  const database = await openDatabase(env, locations, log);
  try {
    const repos = createRepositories(database.db);
    const differences = await database.unlimited(() => repos.analytics.differences());
    const days = await repos.attendance.countDays();
    if (differences.length === 0)
      return { text: `${days} verdicts recounted: every roll-up agrees.`, exitCode: 0 };
    return { text: [`${differences.length} differences:`, ...differences].join('\n'), exitCode: 1 };
  } finally {
    await database.close();
  }
}
