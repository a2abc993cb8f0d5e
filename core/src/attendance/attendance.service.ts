import type { Actor } from '../access.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports, Repositories } from '../ports.ts';
import type { SettingsService, Today } from '../settings/settings.service.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { AttendanceDay, DayOfPerson, Means } from './attendance.types.ts';
import { dayFromCheckIns, SAME_SIGHTING_MS } from './attendance-day.rules.ts';

type Needs = Pick<Ports, 'repos'> & { settings: SettingsService; announcing: Announcing };

export interface Sighting {
  readonly personId: number;
  readonly means: Means;
  readonly score: number | null;
}

export interface Marked {
  readonly outcome: 'marked' | 'already_marked';
  readonly day: AttendanceDay;
}

export function createAttendanceService({ repos, settings, announcing }: Needs) {
  /** Inside an open transaction: the event, then the verdict that follows from all events of the day. */
  const record = async (
    tx: Repositories,
    sighting: Sighting,
    { now, zone, date }: Today,
  ): Promise<Marked> => {
    await tx.attendance.lockPerson(sighting.personId);
    const before = await tx.attendance.checkInsOn(sighting.personId, date);
    const again = before.some((each) => Math.abs(now.getTime() - each.at.getTime()) < SAME_SIGHTING_MS);
    const rule = await settings.timeSettingsOn(date, tx);
    const checkIn = { ...sighting, at: now, date, rule };
    const all = again ? before : [...before, checkIn];
    const day = dayFromCheckIns(all, zone);
    if (!day) throw new AppError('internal');
    if (!again) {
      await tx.attendance.insertCheckIn(checkIn);
      await tx.attendance.saveDay(day, now);
    }
    return { outcome: before.length > 0 ? 'already_marked' : 'marked', day };
  };

  return {
    record,

    /** Only a face scan that this server accepted marks anybody; it can be spent once. */
    async markWithScan(actor: Actor, scanId: string): Promise<Marked> {
      const scan = await repos.attendance.findScan(scanId);
      if (!scan || scan.personId !== actor.personId) throw new AppError('scan_not_accepted');
      const today = await settings.today();
      const spend = async (tx: Repositories): Promise<Marked> => {
        if (!(await tx.attendance.spendScan(scanId, today.now))) throw new AppError('scan_not_accepted');
        return record(tx, { personId: actor.personId, means: 'face', score: scan.score }, today);
      };
      return announcing('attendance', spend, actor.personId);
    },

    /** Everyone seen today, for administrators; the caller's own row for everyone else. */
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

export type AttendanceService = ReturnType<typeof createAttendanceService>;
