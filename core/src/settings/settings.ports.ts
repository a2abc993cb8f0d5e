import type { AgeBand, LivenessPolicy } from '../faces/face.types.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { EarlierZone } from '../kernel/zones/zone-history.ts';
import type {
  ClassConfig,
  Institution,
  InstitutionKind,
  Logo,
  NewInstitution,
  TimeRule,
  TimeSettings,
} from './settings.types.ts';

export interface SettingsRepository {
  institution(): Promise<Institution | null>;
  /** One query: the institution, and the holidays from the day before to the day after a UTC day. */
  institutionAndHolidays(
    utcDay: LocalDate,
  ): Promise<{ institution: Institution | null; holidays: readonly LocalDate[] }>;
  saveInstitution(institution: NewInstitution): Promise<void>;
  /** Two changes of the institution run one after another. */
  lockInstitution(): Promise<void>;
  saveName(name: string): Promise<void>;
  saveKind(kind: InstitutionKind): Promise<void>;
  saveColour(colour: string | null): Promise<void>;
  saveSupportEmail(address: string | null): Promise<void>;
  logo(): Promise<Logo | null>;
  saveLogo(logo: Logo, version: string): Promise<void>;
  removeLogo(): Promise<boolean>;
  /** Replaces the zone and all earlier ones. */
  saveZones(timeZone: string, earlier: readonly EarlierZone[]): Promise<void>;
  /** The last day with any attendance, and the last moment somebody was seen; null where there is none. */
  lastRecorded(): Promise<{ day: LocalDate; at: Date | null } | null>;
  classConfig(): Promise<ClassConfig | null>;
  saveClassConfig(config: ClassConfig): Promise<void>;
  liveness(): Promise<LivenessPolicy>;
  saveLiveness(policy: LivenessPolicy): Promise<void>;
  /** Whose faces are compared, as the institution says. */
  ages(): Promise<AgeBand>;
  saveAges(ages: AgeBand): Promise<void>;
  /** Makes servers that fill the same empty database wait for each other, until the transaction ends. */
  lockSeeding(): Promise<void>;
  /** The latest rule that took effect on or before the day. */
  timeRuleOn(date: LocalDate): Promise<TimeRule | null>;
  /** A second change on the same day replaces the first, because a day has one rule. */
  saveTimeRule(rule: TimeRule, at: Date, savedBy: number | null): Promise<void>;
}

/** The current time in the institution's zone. */
export interface Today {
  readonly now: Date;
  readonly zone: Zone;
  readonly date: LocalDate;
  readonly isWorkingDay: boolean;
  readonly isHoliday: boolean;
}

/** Port: the one-time code printed on the server's console, which the first visitor must enter. */
export interface SetupCode {
  matches(code: string): boolean;
}

/** Settings functions that other features may call. */
export interface SettingsReader {
  institution(): Promise<Institution>;
  today(): Promise<Today>;
  timeSettings(): Promise<TimeSettings>;
  timeSettingsOn(date: LocalDate, repos?: SettingsRepos): Promise<TimeSettings>;
}

/** Digests of the set-up codes that servers printed: the code of one server is valid at all of them. */
export interface SetupCodeRepository {
  add(digest: string, at: Date): Promise<void>;
  has(digest: string): Promise<boolean>;
  clear(): Promise<void>;
}

export interface SettingsRepos {
  readonly settings: SettingsRepository;
  readonly setupCodes: SetupCodeRepository;
}
