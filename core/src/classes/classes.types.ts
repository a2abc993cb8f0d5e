import type { DayStatus } from '../attendance/attendance.types.ts';
import type { LocalDate, LocalTime } from '../kernel/local-date.ts';
import type { PersonKind } from '../people/people.types.ts';
import type { ClassConfig, TimeSettings } from '../settings/settings.types.ts';

export interface NewClass extends ClassConfig {
  readonly name: string;
  readonly startTime: LocalTime;
  readonly endTime: LocalTime;
  /** ISO weekdays, Monday 1 .. Sunday 7. */
  readonly weekdays: readonly number[];
}

export interface SchoolClass extends NewClass {
  readonly id: number;
}

/** A class with the figures of one day: from its sheet once it has marks, before that from who was seen by its end. */
export interface ClassToday extends SchoolClass {
  readonly students: number;
  readonly presentToday: number;
  readonly excusedToday: number;
}

/** How often a class met in a range, and the marks of its sheets. */
export interface ClassTally {
  /** Null for a class that was deleted. */
  readonly classId: number | null;
  readonly name: string;
  readonly subject: string;
  readonly section: string | null;
  readonly meetings: number;
  readonly counts: Readonly<Record<MarkStatus, number>>;
}

export interface RosterEntry {
  readonly personId: number;
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
  readonly hasFaceData: boolean;
  /** Null while the day has no verdict. */
  readonly status: DayStatus | null;
  readonly firstIn: Date | null;
}

export interface ClassMeeting {
  readonly id: string;
  readonly classId: number;
  readonly date: LocalDate;
  readonly openedAt: Date;
}

export type ClassStatus = 'upcoming' | 'active' | 'completed';

export const MARK_STATUSES = ['present', 'late', 'absent', 'excused'] as const;
export type MarkStatus = (typeof MARK_STATUSES)[number];

/** How a mark was made: a face in a class photo, by hand, or from the person's own check-in or leave. */
export const MARK_MEANS = ['class_photo', 'manual', 'own'] as const;
export type MarkMeans = (typeof MARK_MEANS)[number];

/** The status of one person on one class sheet. */
export interface ClassMark {
  readonly personId: number;
  readonly date: LocalDate;
  readonly status: MarkStatus;
  readonly means: MarkMeans;
  readonly score: number | null;
  /** When the person counts as seen by the class; null if absent, and of earlier versions if `means` is `own`. */
  readonly seenAt: Date | null;
  /** The rule under which the sighting counts for the day: see `dayRuleOfClass`. */
  readonly rule: TimeSettings;
  /** When the class starts, which the rule does not tell of a class before the institution's start. */
  readonly classStart: LocalTime;
  /** When the class ends; null in marks of earlier versions. */
  readonly classEnd: LocalTime | null;
  readonly markedAt: Date;
}

export interface NewClassMark extends ClassMark {
  readonly classId: number;
  readonly className: string;
  readonly subject: string;
  readonly markedBy: number;
}

/** A person whom the server recognised in a class photo. */
export interface ClassSighting {
  readonly personId: number;
  readonly seenAt: Date;
  readonly score: number;
}

/** The status that the sheet suggests before anybody marks it. */
export interface Proposal {
  readonly status: MarkStatus;
  readonly means: MarkMeans;
  readonly seenAt: Date | null;
}

export interface SheetEntry extends RosterEntry {
  /** The person's own check-in or leave of the day, independent of this sheet. */
  readonly own: { readonly seenAt: Date | null; readonly isExcused: boolean };
  /** Why the person is excused for the day, where somebody said so. */
  readonly excuse: string | null;
  readonly mark: Pick<ClassMark, 'status' | 'means' | 'markedAt'> | null;
  readonly sighting: Pick<ClassSighting, 'seenAt' | 'score'> | null;
}

/** Somebody who teaches a class: always, or with days as a substitute. */
export interface TeachingDuty {
  readonly personId: number;
  readonly firstDay: LocalDate | null;
  readonly lastDay: LocalDate | null;
}

export interface ClassTeacher extends TeachingDuty {
  readonly code: string;
  readonly name: string;
}

/** A class on one day, as its teacher sees it. */
export interface TaughtClass extends SchoolClass {
  readonly students: number;
  readonly present: number;
  /** Who is neither present nor excused so far, by name. */
  readonly missing: readonly { readonly code: string; readonly name: string }[];
  /** Whether the sheet has marks. */
  readonly isTaken: boolean;
  readonly isSubstitute: boolean;
}
