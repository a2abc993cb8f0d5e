import { type LocalDate, localTime, minutesOf } from '../kernel/local-date.ts';
import type { ClassConfig, TimeRule, TimeSettings } from './settings.types.ts';

export const GRACE_MAX = 30;
export const DEFAULT_WORKING_DAYS: readonly number[] = [1, 2, 3, 4, 5];

export const DEFAULT_TIME_SETTINGS: TimeSettings = {
  startTime: localTime('09:00'),
  graceMinutes: 15,
  cutoffTime: localTime('09:30'),
  autoAbsentMinutes: 60,
};

export const DEFAULT_CLASS_CONFIG: ClassConfig = {
  program: 'bachelors',
  semester: '4th',
  section: 'E',
  subject: '',
};

/** One message per invalid field, keyed by the wire name of the field. */
export function timeSettingsProblems(settings: TimeSettings): Record<string, string> {
  const problems: Record<string, string> = {};
  if (
    !Number.isInteger(settings.graceMinutes) ||
    settings.graceMinutes < 0 ||
    settings.graceMinutes > GRACE_MAX
  ) {
    problems.gracePeriod = `Grace period must be between 0 and ${GRACE_MAX} minutes.`;
  }
  if (minutesOf(settings.cutoffTime) < minutesOf(settings.startTime) + settings.graceMinutes) {
    problems.cutoffTime = 'The cutoff must not be before the start time plus the grace period.';
  }
  return problems;
}

/** The latest rule that took effect on or before the day, else the defaults. */
export function ruleOn(rules: readonly TimeRule[], date: LocalDate): TimeSettings {
  let found: TimeRule | null = null;
  for (const rule of rules) {
    if (rule.effectiveFrom <= date && (!found || rule.effectiveFrom > found.effectiveFrom)) found = rule;
  }
  return found ?? DEFAULT_TIME_SETTINGS;
}
