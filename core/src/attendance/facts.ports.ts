import type { ClassMark } from '../classes/class-marks.types.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { AttendanceDay, NewCheckIn } from './attendance.types.ts';
import type { WantedVerdict } from './correction.types.ts';

/** What a day is for everybody. */
export interface DayFrame {
  readonly date: LocalDate;
  /** Null while nobody has saved one: the defaults hold. */
  readonly rule: TimeSettings | null;
  /** Null before the institution is set up. */
  readonly workingDays: readonly number[] | null;
  readonly isHoliday: boolean;
  readonly isClosed: boolean;
}

/** What is known of one person's day. */
export interface PersonDay {
  readonly personId: number;
  /** The verdict as it is kept. */
  readonly kept: AttendanceDay | null;
  readonly checkIns: readonly NewCheckIn[];
  /** What counts from every class, the newest first. */
  readonly marks: readonly ClassMark[];
  readonly correction: WantedVerdict | null;
  readonly isOnLeave: boolean;
}

/** Everything a verdict rests on, in one read: a mark is made while someone stands at the door. */
export interface FactsRepository {
  of(personId: number, date: LocalDate): Promise<{ frame: DayFrame; person: PersonDay }>;
  frame(date: LocalDate): Promise<DayFrame>;
  /** Everyone with a verdict on the day, in order of their ids. */
  everyone(date: LocalDate, after: number, limit: number): Promise<PersonDay[]>;
}
