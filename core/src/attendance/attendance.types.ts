import type { LocalDate, LocalTime } from '../kernel/local-date.ts';
import type { PersonKind } from '../people/people.types.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { Evidence } from './evidence/evidence.types.ts';

const MEANS = ['face', 'class_photo', 'manual', 'import', 'demo', 'pin', 'card', 'phone'] as const;
export type Means = (typeof MEANS)[number];

/** Which way somebody went, where a kiosk knows. */
export type Direction = 'in' | 'out';

/** The event of a person being seen. Append-only: never changed, and removed only with the person. */
export interface NewCheckIn {
  readonly personId: number;
  readonly at: Date;
  readonly date: LocalDate;
  readonly means: Means;
  /** Similarity of the face, where a face was matched. */
  readonly score: number | null;
  /** Of a face: what its picture shows about the place. Nothing for what was recorded before this was. */
  readonly evidence?: Evidence | null;
  /** The kiosk that saw the person. */
  readonly kioskId?: string | null;
  /** Which way the door leads. Of `both`, the way of the person follows from their other check-ins: see `passagesOf`. */
  readonly direction?: Direction | 'both' | null;
  /** Copy of the rule in force, so that a later change of settings does not change this day. */
  readonly rule: TimeSettings;
}

/** `unmarked`: due and not seen, with auto-absent off. */
export const DAY_STATUSES = [
  'on_time',
  'late',
  'very_late',
  'absent',
  'unmarked',
  'excused',
  'holiday',
  'not_due',
] as const;
export type DayStatus = (typeof DAY_STATUSES)[number];

/** What a verdict was derived from. */
export const DAY_SOURCES = ['check_in', 'correction', 'leave', 'class', 'closing', 'import'] as const;
export type DaySource = (typeof DAY_SOURCES)[number];

/** The verdict for one person and one local date. */
export interface AttendanceDay {
  readonly personId: number;
  readonly date: LocalDate;
  readonly status: DayStatus;
  readonly firstIn: Date | null;
  readonly lastSeen: Date | null;
  readonly rule: TimeSettings;
  readonly source: DaySource;
  /** The earlier verdict that a check-in replaced: `absent` if the person came after the day was closed. */
  readonly overrode: DayStatus | null;
  /** The person came on a holiday or a day off: recorded, and counted in no rate, streak or average. */
  readonly isDayOff: boolean;
  /** Why the person is excused, where lists and reports read it. The verdict does not depend on it. */
  readonly excuse?: string | undefined;
  /** What the first check-in by face shows about the place, where lists and reports read it. */
  readonly evidence?: Evidence | undefined;
}

/** One day of one person. */
export interface DayKey {
  readonly personId: number;
  readonly date: LocalDate;
}

/** A day that was derived again: the verdict before and after, null where there is none. */
export interface DayChange extends DayKey {
  readonly before: AttendanceDay | null;
  readonly after: AttendanceDay | null;
}

/** Kind of day in the institution's calendar. */
export type CalendarDay = 'open' | 'holiday' | 'off';

/** Days whose attendance retention removed, from the first to the day before `before`. */
export interface EmptiedDays {
  readonly since: LocalDate;
  readonly before: LocalDate;
}

/** A day with the person it belongs to. */
export interface DayOfPerson extends AttendanceDay {
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
}

export interface DayPage {
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
  readonly limit: number;
}

/** `late`: present, and late however early the time. */
export const CORRECTION_WANTED = ['present', 'late', 'absent', 'excused'] as const;
export type CorrectionWanted = (typeof CORRECTION_WANTED)[number];

/** `taken_back`: undone by whoever made it, within the minute. */
export const CORRECTION_STATES = ['pending', 'accepted', 'declined', 'taken_back'] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];

/** The verdict that a correction asks for. */
export type WantedVerdict =
  | { readonly wanted: 'present' | 'late'; readonly time: LocalTime }
  | { readonly wanted: 'absent' | 'excused'; readonly time: null };

export type NewCorrection = WantedVerdict & {
  readonly personId: number;
  readonly date: LocalDate;
  readonly reason: string;
  readonly askedBy: number;
  readonly askedAt: Date;
};

/** A request and its decision, with the verdict it replaced. Never removed. */
export type Correction = NewCorrection & {
  readonly id: number;
  readonly state: CorrectionState;
  readonly decidedBy: number | null;
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
