import type { LocalDate } from '../time/local-date.ts';
import type { Consent, NewConsent, PrivacySettings } from './privacy.types.ts';

export interface PrivacyRepository {
  settings(): Promise<PrivacySettings>;
  saveSettings(settings: PrivacySettings): Promise<void>;

  consentInForce(personId: number): Promise<Consent | null>;
  /** Of these people, the ones with a consent in force. */
  consenting(personIds: readonly number[]): Promise<number[]>;
  /** Newest first, ended ones too. */
  consentsOf(personId: number): Promise<Consent[]>;
  /** Ends the one in force, if any, in favour of the new one. */
  giveConsent(personId: number, consent: NewConsent): Promise<void>;
  /** False when there was none in force. */
  withdrawConsent(personId: number, at: Date, by: string): Promise<boolean>;

  /** Everything kept about one person, as one JSON document; no password, no template. */
  dataOf(personId: number): Promise<string>;

  /** People whose face was neither enrolled nor recognised since. */
  unusedFaces(since: Date): Promise<{ personId: number; code: string }[]>;
  countAttendanceBefore(day: LocalDate): Promise<{ days: number; checkIns: number }>;
  removeAttendanceBefore(day: LocalDate): Promise<void>;
  countAuditBefore(at: Date): Promise<number>;
  removeAuditBefore(at: Date): Promise<void>;
}
