import { describeDoubt } from '@rollcall/core/clock-guard/clock-guard.rules';
import { createClockGuard } from '@rollcall/core/clock-guard/clock-guard.service';
import { createFutureDaysService } from '@rollcall/core/clock-guard/future-days.service';
import { createTransactAndPublish } from '@rollcall/core/events/publish';
import { createSharedAnswers } from '@rollcall/core/events/shared-answers';
import { systemClock } from '@rollcall/core/kernel/clock';
import { parseLocalDate } from '@rollcall/core/kernel/local-date';
import { createSettingsService } from '@rollcall/core/settings/settings.service';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createReferenceClocks } from '../jobs/reference-clocks.ts';
import type { ServerDatabase } from '../storage/open-database.ts';
import { type CliContext, CliError, withDatabase } from './cli-context.ts';

interface UncloseOptions {
  readonly after?: string | undefined;
  readonly 'clock-is-right'?: boolean | undefined;
}

const CONSOLE = { personId: null, name: 'Command line', address: 'console' };

async function servicesOf({ env }: CliContext, { db, events }: ServerDatabase) {
  const repos = createRepositories(db);
  const transact = createTransact(db);
  const clock = systemClock;
  const { databaseUrl, databaseElsewhere } = env;
  const referenceClocks = await createReferenceClocks({
    db,
    databaseUrl,
    databaseElsewhere,
    isGuarded: true,
  });
  const transactAndPublish = createTransactAndPublish({ transact, events });
  const share = createSharedAnswers({ clock, events });
  const settings = createSettingsService({ clock, repos, transactAndPublish, share });
  const clockGuard = createClockGuard({ clock, referenceClocks, repos, transact, events });
  const needs = { repos, transact, events, settings, clockGuard };
  return { clockGuard, futureDays: createFutureDaysService(needs) };
}

/** Reopens days to come that a wrong clock closed, and removes what it recorded on them. */
export async function uncloseDays(context: CliContext, options: UncloseOptions): Promise<string> {
  const after = options.after === undefined ? undefined : parseLocalDate(options.after);
  if (after === null) throw new CliError(`${options.after} is not a date like 2026-03-02.`);
  return withDatabase(context, async (database) => {
    const { clockGuard, futureDays } = await servicesOf(context, database);
    await clockGuard.isTrusted();
    const status = clockGuard.status();
    if (status.state === 'doubted') {
      if (!options['clock-is-right'])
        throw new CliError(
          `This machine's clock may be wrong: ${describeDoubt(status.doubt)}. If it is right, use --clock-is-right.`,
        );
      await clockGuard.confirm(CONSOLE, status.serverTime);
    }
    const removed = await futureDays.remove(CONSOLE, after);
    return removed
      ? `${removed.days} days from ${removed.from} to ${removed.to} are open again; ${removed.verdicts} absences and leaves of people who were not seen, ${removed.checkIns} check-ins and ${removed.classMarks} class marks are removed.`
      : 'Nothing is recorded on future days.';
  });
}
