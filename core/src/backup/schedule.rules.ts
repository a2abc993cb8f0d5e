import { type LocalDate, localTime, minutesOf, mondayOf } from '../time/local-date.ts';
import type { BackupSchedule } from './backup.types.ts';

/** On from the first day: an institution that never opens the settings has backups too. */
export const DEFAULT_SCHEDULE: BackupSchedule = {
  enabled: true,
  at: localTime('02:00'),
  keepDaily: 7,
  keepWeekly: 4,
};

export const SCHEDULE_LIMITS = { keepDaily: 90, keepWeekly: 104 } as const;

/** Once a day, at its time or as soon after it as the machine runs. */
export function isBackupDue(
  schedule: BackupSchedule,
  now: { readonly date: LocalDate; readonly minutes: number },
  lastRun: LocalDate | null,
): boolean {
  if (!schedule.enabled || now.minutes < minutesOf(schedule.at)) return false;
  return lastRun === null || lastRun < now.date;
}

/** The first backup of a week (Monday to Sunday) is the one that is kept for weeks. */
export function lifetimeDays(schedule: BackupSchedule, date: LocalDate, lastRun: LocalDate | null): number {
  const isFirstOfWeek = lastRun === null || lastRun < mondayOf(date);
  return isFirstOfWeek ? Math.max(schedule.keepDaily, schedule.keepWeekly * 7) : schedule.keepDaily;
}
