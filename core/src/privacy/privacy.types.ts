export interface PrivacySettings {
  /** True: no face is enrolled or recognised without a consent in force. */
  readonly consentRequired: boolean;
  readonly consentVersion: string;
  readonly consentText: string;
  /** Days without use after which face data goes; null keeps it. */
  readonly templatesUnusedDays: number | null;
  readonly attendanceYears: number | null;
  readonly auditYears: number | null;
}

export interface Consent {
  readonly textVersion: string;
  /** The person, or whoever may speak for them: a parent, a guardian. */
  readonly givenBy: string;
  readonly givenAt: Date;
  /** Whose account wrote it down. */
  readonly notedBy: string;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
}

export type NewConsent = Pick<Consent, 'textVersion' | 'givenBy' | 'givenAt' | 'notedBy'>;

/** What the retention rules would remove at this moment. */
export interface RetentionCount {
  readonly peopleWithUnusedFaces: number;
  readonly attendanceDays: number;
  readonly checkIns: number;
  readonly auditEntries: number;
}
