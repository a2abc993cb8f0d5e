import type { LivenessPolicy } from '../faces/face.types.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { ClassConfig, Institution, TimeRule } from './settings.types.ts';

export interface SettingsRepository {
  institution(): Promise<Institution | null>;
  /** In one read: the institution, and the holidays from the day before to the day after a day in UTC. */
  around(utcDay: LocalDate): Promise<{ institution: Institution | null; holidays: readonly LocalDate[] }>;
  saveInstitution(institution: Institution): Promise<void>;
  classConfig(): Promise<ClassConfig | null>;
  saveClassConfig(config: ClassConfig): Promise<void>;
  liveness(): Promise<LivenessPolicy>;
  saveLiveness(policy: LivenessPolicy): Promise<void>;
  /** The latest rule that began on or before the day. */
  timeRuleOn(date: LocalDate): Promise<TimeRule | null>;
  /** A second change on the same day replaces the first: only one rule can hold on a day. */
  saveTimeRule(rule: TimeRule, at: Date, savedBy: number | null): Promise<void>;
}
