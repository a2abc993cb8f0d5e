import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { Events } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, type LocalDate } from '../kernel/local-date.ts';
import type { Transact } from '../kernel/transact.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { ClockTrust, FutureDayRepos } from './clock-guard.ports.ts';
import type { FutureDays } from './clock-guard.types.ts';

type Repos = AttendanceRepos & AuditRepos & FutureDayRepos;

interface Needs {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly events: Events;
  readonly settings: SettingsReader;
  readonly clockGuard: ClockTrust;
}

/** Who removes them: an administrator, or the command line. */
type Remover = Pick<Actor, 'name' | 'address'> & { readonly personId: number | null };

/**
 * Finds and removes days to come that a wrong clock closed: their absences are invented, and until they have passed no
 * other day is closed. What people did themselves on such a day stays.
 */
export function createFutureDaysService({ repos, transact, events, settings, clockGuard }: Needs) {
  /** Tomorrow is left alone: the institution's zone may have been changed. */
  const tomorrow = async (): Promise<LocalDate> => addDays((await settings.today()).date, 1);

  const removeDay = (day: LocalDate): Promise<number> =>
    transact(async (tx) => {
      await tx.calendar.lockClosing();
      const people = await tx.futureDays.peopleOn(day);
      await tx.attendance.lockPeople(people);
      return tx.futureDays.reopen(day);
    });

  return {
    /** Null when there are none, or when the clock cannot tell. */
    async find(): Promise<FutureDays | null> {
      if (clockGuard.status().state === 'doubted') return null;
      return repos.futureDays.closedAfter(await tomorrow());
    },

    async remove(by: Remover, after?: LocalDate): Promise<FutureDays | null> {
      if (!(await clockGuard.isTrusted()))
        throw new AppError('conflict', {
          message: "The server's clock may be wrong. Confirm the time first.",
        });
      const limit = await tomorrow();
      if (after !== undefined && after < limit)
        throw new AppError('invalid_input', { message: `Only days after ${limit} are days to come.` });
      const last = after ?? limit;
      const found = await repos.futureDays.closedAfter(last);
      if (!found) return null;
      let verdicts = 0;
      try {
        for (const day of await repos.futureDays.daysAfter(last)) verdicts += await removeDay(day);
      } finally {
        events.publish({ topic: 'attendance', personId: null });
      }
      const removed = { ...found, verdicts };
      const detail = { from: found.from, to: found.to, days: found.days, verdicts };
      const { now } = await settings.today();
      const actor = { ...by, personId: by.personId ?? 0 };
      await repos.audit.insert({
        ...auditEntry(actor, now, 'future_days_removed', null, detail),
        actorId: by.personId,
      });
      return removed;
    },
  };
}
