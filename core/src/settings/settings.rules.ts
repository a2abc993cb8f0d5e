import { type LocalDate, localTime, minutesOf } from '../kernel/local-date.ts';
import {
  type ClassConfig,
  type InstitutionKind,
  type Program,
  SEMESTERS,
  type Semester,
  type TimeRule,
  type TimeSettings,
} from './settings.types.ts';

export const GRACE_MAX = 30;
export const DEFAULT_WORKING_DAYS: readonly number[] = [1, 2, 3, 4, 5];

export const DEFAULT_TIME_SETTINGS: TimeSettings = {
  startTime: localTime('09:00'),
  graceMinutes: 15,
  cutoffTime: localTime('09:30'),
  autoAbsentMinutes: 60,
};

export const DEFAULT_CLASS_CONFIG: Readonly<Record<InstitutionKind, ClassConfig>> = {
  university: { program: 'bachelors', semester: '4th', section: 'E', subject: '' },
  school: { program: 'none', semester: '1st', section: '', subject: '' },
  workplace: { program: 'none', semester: 'none', section: '', subject: '' },
};

/** What a class can be asked for; a single choice is not asked for. */
export const CLASS_CHOICES: Readonly<
  Record<InstitutionKind, { readonly programs: readonly Program[]; readonly semesters: readonly Semester[] }>
> = {
  university: { programs: ['bachelors', 'masters', 'diploma'], semesters: SEMESTERS.slice(0, 8) },
  school: { programs: ['none'], semesters: SEMESTERS.filter((each) => each !== 'none') },
  workplace: { programs: ['none'], semesters: ['none'] },
};

/** Replaces a program or semester that an institution of this kind has not: it may have been another kind before. */
export function fittingClass<T extends Pick<ClassConfig, 'program' | 'semester'>>(
  given: T,
  kind: InstitutionKind,
): T {
  const { programs, semesters } = CLASS_CHOICES[kind];
  const { program, semester } = DEFAULT_CLASS_CONFIG[kind];
  return {
    ...given,
    program: programs.includes(given.program) ? given.program : program,
    semester: semesters.includes(given.semester) ? given.semester : semester,
  };
}

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
    problems.cutoffTime = 'The cutoff must not be before the end of the grace period.';
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
