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
import type { FutureDays, FutureRecords } from './clock-guard.types.ts';

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
 * Finds and removes what a wrong clock recorded on days to come: absences of days that it closed, which are invented and
 * keep other days from being closed, and the check-ins and class marks of people who were seen on another day.
 */
export function createFutureDaysService({ repos, transact, events, settings, clockGuard }: Needs) {
  /** Tomorrow is left alone: the institution's zone may have been changed. */
  const tomorrow = async (): Promise<LocalDate> => addDays((await settings.today()).date, 1);

  const removeDay = (day: LocalDate): Promise<FutureRecords> =>
    transact(async (tx) => {
      await tx.calendar.lockClosing();
      const people = await tx.futureDays.peopleOn(day);
      await tx.attendance.lockPeople(people);
      return tx.futureDays.clear(day);
    });

  return {
    /** Null when there are none, or when the clock cannot tell. */
    async find(): Promise<FutureDays | null> {
      if (clockGuard.status().state === 'doubted') return null;
      return repos.futureDays.recordedAfter(await tomorrow());
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
      const found = await repos.futureDays.recordedAfter(last);
      if (!found) return null;
      const gone = { verdicts: 0, checkIns: 0, classMarks: 0 };
      try {
        for (const day of await repos.futureDays.daysAfter(last)) {
          const { verdicts, checkIns, classMarks } = await removeDay(day);
          gone.verdicts += verdicts;
          gone.checkIns += checkIns;
          gone.classMarks += classMarks;
        }
      } finally {
        events.publish({ topic: 'attendance', personId: null });
      }
      const removed = { ...found, ...gone };
      const detail = { from: found.from, to: found.to, days: found.days, ...gone };
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
