import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { SettingsReader, Today } from '../settings/settings.ports.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { AttendanceRepos, MarkResult, Sighting } from './attendance.ports.ts';
import type { DayOfPerson } from './attendance.types.ts';
import { isPresent, isSameSighting } from './attendance-day.rules.ts';
import { factsOf, rederiveDay, saveDerivedDay } from './derive-day.ts';

interface Needs {
  readonly repos: AttendanceRepos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<AttendanceRepos>;
}

export function createAttendanceService({ repos, settings, transactAndPublish }: Needs) {
  /** Inserts the check-in inside the caller's transaction and saves the derived day. */
  const record = async (
    tx: AttendanceRepos,
    sighting: Sighting,
    { now, zone, date }: Today,
  ): Promise<MarkResult> => {
    const { personId } = sighting;
    await tx.attendance.lockPerson(personId);
    const { institutionDay, personDay } = await tx.facts.of(personId, date);
    const { checkIns, savedDay } = personDay;
    const checkIn = { ...sighting, at: now, date, rule: institutionDay.rule ?? DEFAULT_TIME_SETTINGS };
    const isNew = !isSameSighting(checkIns, now);
    if (isNew) await tx.attendance.insertCheckIn(checkIn);
    const current = isNew ? { ...personDay, checkIns: [...checkIns, checkIn] } : personDay;
    const day = await saveDerivedDay(tx, factsOf(institutionDay, current), zone, now);
    if (!day) throw new AppError('internal');
    // A class sheet may have marked the person present before the camera did.
    const wasPresent = checkIns.length > 0 || isPresent(savedDay?.status ?? null);
    return { outcome: wasPresent ? 'already_marked' : 'marked', day };
  };

  return {
    record,
    rederiveDay,

    /** Marks attendance with a face scan that this server accepted; each scan works once. */
    async markWithScan(actor: Actor, scanId: string): Promise<MarkResult> {
      const scan = await repos.attendance.findScan(scanId);
      if (!scan || scan.personId !== actor.personId) throw new AppError('scan_not_accepted');
      const today = await settings.today();
      const mark = async (tx: AttendanceRepos): Promise<MarkResult> => {
        if (!(await tx.attendance.spendScan(scanId, today.now))) throw new AppError('scan_not_accepted');
        return record(tx, { personId: actor.personId, means: 'face', score: scan.score }, today);
      };
      return transactAndPublish('attendance', mark, actor.personId);
    },

    /** Everyone present today for administrators; the caller's own row for everyone else. */
    async today(actor: Actor): Promise<DayOfPerson[]> {
      const { date } = await settings.today();
      const rows = await repos.attendance.presentOn(date);
      return actor.role === 'admin' ? rows : rows.filter((row) => row.personId === actor.personId);
    },

    async history(range: {
      from?: LocalDate | undefined;
      to?: LocalDate | undefined;
      limit: number;
    }): Promise<DayOfPerson[]> {
      return repos.attendance.presentBetween(range);
    },

    recent: (limit: number): Promise<DayOfPerson[]> => repos.attendance.recent(limit),
  };
}
