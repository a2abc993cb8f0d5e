import type { LocalDate, LocalTime } from '../kernel/local-date.ts';
import type { EarlierZone } from '../kernel/zones/zone-history.ts';

/** What the institution is: decides the words of its pages and files, and what is asked about classes. */
export const INSTITUTION_KINDS = ['school', 'university', 'workplace'] as const;
export type InstitutionKind = (typeof INSTITUTION_KINDS)[number];

export interface NewInstitution {
  readonly name: string;
  readonly kind: InstitutionKind;
  /** The latest zone; it may hold from a day to come only. */
  readonly timeZone: string;
  /** Created by demo mode, with published passwords. */
  readonly isDemo: boolean;
  /** ISO weekdays on which people are due, Monday 1 .. Sunday 7. */
  readonly workingDays: readonly number[];
}

export interface Institution extends NewInstitution {
  readonly earlierZones: readonly EarlierZone[];
  /** `#rrggbb`; null is the product's own colour. */
  readonly colour: string | null;
  /** Where people ask for help; null where they ask in person. */
  readonly supportEmail: string | null;
  /** Digest of the logo, which changes with it; null where there is none. */
  readonly logoVersion: string | null;
}

export interface Logo {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
}

/** `none` where the kind of institution has no programs; semesters are the grades of a school. */
export const PROGRAMS = ['bachelors', 'masters', 'diploma', 'none'] as const;
export type Program = (typeof PROGRAMS)[number];

export const SEMESTERS = [
  '1st',
  '2nd',
  '3rd',
  '4th',
  '5th',
  '6th',
  '7th',
  '8th',
  '9th',
  '10th',
  '11th',
  '12th',
  '13th',
  'none',
] as const;
export type Semester = (typeof SEMESTERS)[number];

/** Defaults for a new class. */
export interface ClassConfig {
  readonly program: Program;
  readonly semester: Semester;
  readonly section: string;
  readonly subject: string;
}

export const AUTO_ABSENT_CHOICES = [0, 30, 60, 120] as const;
export type AutoAbsent = (typeof AUTO_ABSENT_CHOICES)[number];

export interface TimeSettings {
  readonly startTime: LocalTime;
  readonly graceMinutes: number;
  readonly cutoffTime: LocalTime;
  /** Minutes after the start when everyone due and not seen becomes absent; 0 is never. */
  readonly autoAbsentMinutes: AutoAbsent;
}

/** Time settings with the day they take effect. They never change earlier days. */
export interface TimeRule extends TimeSettings {
  readonly effectiveFrom: LocalDate;
}
