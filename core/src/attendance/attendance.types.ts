import type { PersonKind } from '../people/people.types.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { LocalDate } from '../time/local-date.ts';

export const MEANS = ['face', 'class_photo', 'manual', 'import', 'demo'] as const;
export type Means = (typeof MEANS)[number];

/** Something that happened: someone was seen. Never changed, never removed while the person exists. */
export interface NewCheckIn {
  readonly personId: number;
  readonly at: Date;
  readonly date: LocalDate;
  readonly means: Means;
  /** How alike the face was, where a face decided. */
  readonly score: number | null;
  /** The rule in force, copied, so that a later change of settings cannot rewrite this day. */
  readonly rule: TimeSettings;
}

/** `unmarked`: due and not seen, in an institution that never marks absent by itself. */
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

/** What a verdict rests on. */
export const DAY_SOURCES = ['check_in', 'correction', 'leave', 'class', 'closing'] as const;
export type DaySource = (typeof DAY_SOURCES)[number];

/** The verdict for one person and one local day. */
export interface AttendanceDay {
  readonly personId: number;
  readonly date: LocalDate;
  readonly status: DayStatus;
  readonly firstIn: Date | null;
  readonly lastSeen: Date | null;
  readonly rule: TimeSettings;
  readonly source: DaySource;
  /** What this verdict took the place of: `absent` when someone came after the day was closed. */
  readonly overrode: DayStatus | null;
}

/** What a day is in the institution's calendar. */
export type CalendarDay = 'open' | 'holiday' | 'off';

/** A day together with whose it is. */
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
  readonly offset?: number | undefined;
}
