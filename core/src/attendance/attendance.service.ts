import type { Actor } from '../access.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports, Repositories } from '../ports.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { SettingsService, Today } from '../settings/settings.service.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { AttendanceDay, DayOfPerson, Means } from './attendance.types.ts';
import { isPresent, isSameSighting } from './attendance-day.rules.ts';
import { factsOf, keepVerdict } from './verdict.ts';

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
  /** Inside an open transaction: the event, then the verdict that follows from everything known of the day. */
  const record = async (
    tx: Repositories,
    sighting: Sighting,
    { now, zone, date }: Today,
  ): Promise<Marked> => {
    const { personId } = sighting;
    await tx.attendance.lockPerson(personId);
    const { frame, person } = await tx.facts.of(personId, date);
    const { checkIns, kept } = person;
    const event = { ...sighting, at: now, date, rule: frame.rule ?? DEFAULT_TIME_SETTINGS };
    const isNew = !isSameSighting(checkIns, now);
    if (isNew) await tx.attendance.insertCheckIn(event);
    const known = isNew ? { ...person, checkIns: [...checkIns, event] } : person;
    const day = await keepVerdict(tx, factsOf(frame, known), zone, now);
    if (!day) throw new AppError('internal');
    // A class may have seen them before they came to the camera.
    const wasSeen = checkIns.length > 0 || isPresent(kept?.status ?? null);
    return { outcome: wasSeen ? 'already_marked' : 'marked', day };
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
