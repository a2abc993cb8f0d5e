import type { Consent, NewConsent, PrivacySettings } from './privacy.types.ts';

export interface PrivacyRepository {
  settings(): Promise<PrivacySettings>;
  saveSettings(settings: PrivacySettings): Promise<void>;

  consentInForce(personId: number): Promise<Consent | null>;
  /** Those of these people with a consent in force to this version of the text. */
  consenting(personIds: readonly number[], textVersion: string): Promise<number[]>;
  /** Whether a consent in force names this version. */
  isVersionAgreedTo(textVersion: string): Promise<boolean>;
  /** Newest first, withdrawn and replaced ones too. */
  consentsOf(personId: number): Promise<Consent[]>;
  /** Replaces the consent in force, if any. */
  giveConsent(personId: number, consent: NewConsent): Promise<void>;
  /** False when there was none in force. */
  withdrawConsent(personId: number, at: Date, by: string): Promise<boolean>;

  /** Everything stored about one person as one JSON document, without password and templates. */
  dataOf(personId: number): Promise<string>;
}

export interface PrivacyRepos {
  readonly privacy: PrivacyRepository;
}

/** Whether somebody's face may be enrolled or compared. */
export interface ConsentCheck {
  /** Fails with `consent_missing`, also where the consent is to an earlier version of the text. `tx` reads inside a transaction. */
  assertAllowed(personId: number, tx?: PrivacyRepos): Promise<void>;
  /** Those of these people whose faces may be compared. */
  allowedAmong(personIds: readonly number[]): Promise<ReadonlySet<number>>;
}
