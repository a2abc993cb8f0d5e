import type { LocalDate } from '../kernel/local-date.ts';
import { localTime, minutesOf, mondayOf } from '../kernel/local-date.ts';
import type { BackupSchedule } from './backup.ports.ts';

export const CSV_CHOICE_DAYS = 30;

export const PASSPHRASE_MIN = 10;

/** Enabled by default, so that an institution that never opens the settings has backups too. */
export const DEFAULT_SCHEDULE: BackupSchedule = {
  enabled: true,
  at: localTime('02:00'),
  keepDaily: 7,
  keepWeekly: 4,
};

export const SCHEDULE_LIMITS = { keepDaily: 90, keepWeekly: 104 } as const;

/** Due from the set time on until the day has a backup that succeeded. */
export function isBackupDue(
  schedule: BackupSchedule,
  now: { readonly date: LocalDate; readonly minutes: number },
  lastSuccess: LocalDate | null,
): boolean {
  if (!schedule.enabled || now.minutes < minutesOf(schedule.at)) return false;
  return lastSuccess === null || lastSuccess < now.date;
}

/** Days to keep a backup: the first one of a week (Monday to Sunday) that succeeds is kept for weeks. */
export function lifetimeDays(
  schedule: BackupSchedule,
  date: LocalDate,
  lastSuccess: LocalDate | null,
): number {
  const isFirstOfWeek = lastSuccess === null || lastSuccess < mondayOf(date);
  return isFirstOfWeek ? Math.max(schedule.keepDaily, schedule.keepWeekly * 7) : schedule.keepDaily;
}
