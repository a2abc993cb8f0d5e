import type { TimeSettings } from '../settings/settings.types.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { RosterEntry } from './classes.types.ts';

export const MARK_STATUSES = ['present', 'late', 'absent', 'excused'] as const;
export type MarkStatus = (typeof MARK_STATUSES)[number];

/** A face in a class photo, a tick by hand, or what the day already knew: the person's own check-in or leave. */
export const MARK_MEANS = ['class_photo', 'manual', 'own'] as const;
export type MarkMeans = (typeof MARK_MEANS)[number];

/** What a class's sheet says of one person on one day. */
export interface ClassMark {
  readonly personId: number;
  readonly date: LocalDate;
  readonly status: MarkStatus;
  readonly means: MarkMeans;
  readonly score: number | null;
  /** When the class counts the person as seen; their own check-in speaks for itself. */
  readonly seenAt: Date | null;
  /** The class's rule, copied: see `classRule`. */
  readonly rule: TimeSettings;
  readonly markedAt: Date;
}

export interface NewClassMark extends ClassMark {
  readonly classId: number;
  readonly className: string;
  readonly markedBy: number;
}

/** The server itself recognised this person in a photo of the class. */
export interface ClassSighting {
  readonly personId: number;
  readonly seenAt: Date;
  readonly score: number;
}

/** What the sheet would say if nobody touched it. */
export interface Proposal {
  readonly status: MarkStatus;
  readonly means: MarkMeans;
  readonly seenAt: Date | null;
}

export interface SheetEntry extends RosterEntry {
  /** What the day knows of the person without this sheet. */
  readonly own: { readonly seenAt: Date | null; readonly isExcused: boolean };
  readonly mark: Pick<ClassMark, 'status' | 'means' | 'markedAt'> | null;
  readonly sighting: Pick<ClassSighting, 'seenAt' | 'score'> | null;
}
