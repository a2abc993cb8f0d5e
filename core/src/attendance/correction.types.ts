import type { LocalDate, LocalTime } from '../time/local-date.ts';
import type { DayStatus } from './attendance.types.ts';

export const CORRECTION_WANTED = ['present', 'absent', 'excused'] as const;
export type CorrectionWanted = (typeof CORRECTION_WANTED)[number];

export const CORRECTION_STATES = ['pending', 'accepted', 'declined'] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];

/** What a day should say instead. */
export type WantedVerdict =
  | { readonly wanted: 'present'; readonly time: LocalTime }
  | { readonly wanted: 'absent' | 'excused'; readonly time: null };

export type NewCorrection = WantedVerdict & {
  readonly personId: number;
  readonly date: LocalDate;
  readonly reason: string;
  readonly askedBy: number;
  readonly askedAt: Date;
};

/** Never removed: what was asked, what was decided, and what the day said before. */
export type Correction = NewCorrection & {
  readonly id: number;
  readonly state: CorrectionState;
  readonly decidedAt: Date | null;
  readonly note: string | null;
  readonly before: { readonly status: DayStatus; readonly firstIn: Date | null } | null;
};

export type CorrectionOfPerson = Correction & {
  readonly code: string;
  readonly name: string;
  readonly askedByName: string;
  readonly decidedByName: string | null;
};
