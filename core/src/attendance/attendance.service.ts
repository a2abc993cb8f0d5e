import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, requireReach } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, type LocalDate } from '../kernel/local-date.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { AttendanceRepos, MarkResult, Moment, Sighting } from './attendance.ports.ts';
import type { DayOfPerson } from './attendance.types.ts';
import { deriveDay, isPresent } from './attendance-day.rules.ts';
import { passagesOf } from './kiosk/passages.rules.ts';
import { assertNotOwn, factsOf, lockPerson, rederiveDays, saveChanges } from './write-days.ts';

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
    { now, zone, date }: Moment,
    savedAt: Date = now,
  ): Promise<MarkResult> => {
    const { by, ...seen } = sighting;
    const { personId, direction = null } = seen;
    assertNotOwn(by, [personId]);
    await lockPerson(tx, personId);
    const dayBefore = addDays(date, -1);
    // At a kiosk for both ways the direction follows from the day before as well.
    const dates = direction === 'both' ? [date, dayBefore] : [date];
    const facts = await tx.facts.ofMany(dates.map((each) => ({ personId, date: each })));
    const factsOn = (wanted: LocalDate) => facts.find(({ institutionDay }) => institutionDay.date === wanted);
    const found = factsOn(date);
    if (!found) throw new AppError('forbidden', { message: 'Administrators do not check in.' });
    const { institutionDay, personDay } = found;
    const { savedDay: before } = personDay;
    const rule = institutionDay.rule ?? DEFAULT_TIME_SETTINGS;
    // Of one moment there is one check-in. What repeats another one is kept: that one may be taken back.
    const same = personDay.checkIns.find(({ at }) => at.getTime() === now.getTime());
    const checkIn = same ?? { ...seen, direction, at: now, date, rule };
    const id = same ? null : await tx.attendance.insertCheckIn(checkIn);
    const checkIns = same ? personDay.checkIns : [...personDay.checkIns, checkIn];
    const passages = passagesOf(checkIns, factsOn(dayBefore)?.personDay.checkIns);
    const passage = passages.find((each) => each.checkIn === checkIn);
    const day = deriveDay(factsOf(institutionDay, { ...personDay, checkIns }, zone), zone);
    if (!day || !passage) throw new AppError('internal');
    await saveChanges(tx, [{ personId, date, before, after: day }], zone, savedAt);
    // A class sheet may have marked the person present before the camera did; a correction to absent stays in force.
    const isMarked =
      personDay.checkIns.length === 0 && !isPresent(before?.status ?? null) && isPresent(day.status);
    return {
      outcome: isMarked ? 'marked' : 'already_marked',
      day,
      checkIn: { id, direction: passage.direction, isRepeat: passage.isRepeat || id === null },
    };
  };

  return {
    record,
    rederiveDays,

    /** Marks attendance with a face scan that this server accepted; each scan works once. */
    async markWithScan(actor: Actor, scanId: string): Promise<MarkResult> {
      const scan = await repos.attendance.findScan(scanId);
      if (!scan || scan.personId !== actor.personId) throw new AppError('scan_not_accepted');
      const today = await settings.today();
      const mark = async (tx: AttendanceRepos): Promise<MarkResult> => {
        if (!(await tx.attendance.spendScan(scanId, today.now))) throw new AppError('scan_not_accepted');
        const { score, evidence } = scan;
        return record(tx, { personId: actor.personId, means: 'face', score, evidence, by: null }, today);
      };
      return transactAndPublish('attendance', mark, actor.personId);
    },

    /** Everyone present today whom the actor reaches, and the actor. */
    async today(actor: Actor): Promise<DayOfPerson[]> {
      const { date } = await settings.today();
      return repos.attendance.presentOn(date, requireReach(actor, 'attendance.today'), actor.personId);
    },

    history: async (
      actor: Actor,
      range: { from?: LocalDate | undefined; to?: LocalDate | undefined; limit: number },
    ): Promise<DayOfPerson[]> =>
      repos.attendance.presentBetween(range, requireReach(actor, 'analytics.read')),

    recent: async (actor: Actor, limit: number): Promise<DayOfPerson[]> =>
      repos.attendance.recent(limit, requireReach(actor, 'analytics.read')),
  };
}
