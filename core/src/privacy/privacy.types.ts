import type { LocalDate } from '../kernel/local-date.ts';

export interface PrivacySettings {
  /** True: no face is enrolled or recognised without a consent in force. */
  readonly consentRequired: boolean;
  readonly consentVersion: string;
  readonly consentText: string;
  /** Days without use after which face data is removed; null keeps it. */
  readonly templatesUnusedDays: number | null;
  readonly attendanceYears: number | null;
  readonly auditYears: number | null;
}

/** A signed sheet, or a click of the person themself. */
export type ConsentMethod = 'paper' | 'digital';

export interface Consent {
  readonly textVersion: string;
  /** Name of the person, or of a parent or guardian. */
  readonly givenBy: string;
  readonly givenAt: Date;
  /** Name of the account that recorded it. */
  readonly notedBy: string;
  /** Null in consents of earlier versions, as is `agreedOn`. */
  readonly method: ConsentMethod | null;
  /** The day of the signature; `givenAt` is when it was noted. */
  readonly agreedOn: LocalDate | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
}

export type NewConsent = Pick<Consent, 'textVersion' | 'givenBy' | 'givenAt' | 'notedBy'> &
  Partial<Pick<Consent, 'method' | 'agreedOn'>>;
