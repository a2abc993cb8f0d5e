import type { ClassMark } from '../classes/classes.types.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zone.ts';
import type { Today } from '../settings/settings.ports.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type {
  AttendanceDay,
  Correction,
  CorrectionOfPerson,
  CorrectionState,
  DayOfPerson,
  DayPage,
  DayStatus,
  Means,
  NewCheckIn,
  NewCorrection,
  WantedVerdict,
} from './attendance.types.ts';
import type { Holiday } from './calendar.rules.ts';
import type { CalendarWindow, HolidayCalendar } from './holiday-calendar.rules.ts';

/** A face scan that the server ran; it can mark attendance once. */
interface FaceScan {
  readonly id: string;
  readonly personId: number;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly usedAt: Date | null;
  readonly score: number | null;
}

export interface AttendanceRepository {
  /** Locks the person's attendance until the transaction ends. */
  lockPerson(personId: number): Promise<void>;
  insertCheckIn(checkIn: NewCheckIn): Promise<void>;
  /** The zone gives the local minute of the arrival. */
  saveDay(day: AttendanceDay, zone: Zone, at: Date): Promise<void>;
  removeDay(personId: number, date: LocalDate): Promise<void>;
  /** Bulk insert for imports and demo data; existing days stay as they are. */
  insertMany(
    checkIns: readonly NewCheckIn[],
    days: readonly AttendanceDay[],
    zone: Zone,
    at: Date,
  ): Promise<void>;
  dayOf(personId: number, date: LocalDate): Promise<AttendanceDay | null>;
  /** Newest first. */
  daysOf(personId: number, page: DayPage): Promise<AttendanceDay[]>;
  /** People present on the day, in order of arrival. */
  presentOn(date: LocalDate): Promise<DayOfPerson[]>;
  /** The last arrivals of the day, latest first. */
  latestArrivals(date: LocalDate, limit: number): Promise<DayOfPerson[]>;
  /** Present days, newest first. */
  presentBetween(page: DayPage): Promise<DayOfPerson[]>;
  /** Latest verdicts: arrivals newest first, then the absent people of the last day. */
  recent(limit: number): Promise<DayOfPerson[]>;
  countDays(): Promise<number>;
  findScan(id: string): Promise<FaceScan | null>;
  /** Marks an accepted, unused and unexpired scan as used; false if it is not one. */
  spendScan(id: string, at: Date): Promise<boolean>;
}

/** The facts of a day that hold for everybody. */
export interface InstitutionDay {
  readonly date: LocalDate;
  /** Null if no rule was saved: the defaults hold. */
  readonly rule: TimeSettings | null;
  /** Null before the institution is set up. */
  readonly workingDays: readonly number[] | null;
  readonly isHoliday: boolean;
  readonly isClosed: boolean;
}

/** The facts of one person's day. */
export interface PersonDay {
  readonly personId: number;
  /** The verdict as stored. */
  readonly savedDay: AttendanceDay | null;
  readonly checkIns: readonly NewCheckIn[];
  /** The current mark of each class, newest first. */
  readonly marks: readonly ClassMark[];
  readonly correction: WantedVerdict | null;
  readonly isOnLeave: boolean;
}

/** Reads everything a verdict is derived from in one query, because marking must be fast. */
export interface FactsRepository {
  of(personId: number, date: LocalDate): Promise<{ institutionDay: InstitutionDay; personDay: PersonDay }>;
  institutionDay(date: LocalDate): Promise<InstitutionDay>;
  /** People with a stored verdict on the day, by ascending id. */
  personDays(date: LocalDate, afterId: number, limit: number): Promise<PersonDay[]>;
}

export interface NewLeave {
  readonly personId: number;
  readonly firstDay: LocalDate;
  readonly lastDay: LocalDate;
  readonly reason: string;
  readonly notedAt: Date;
  readonly notedBy: number;
}

export interface Leave extends NewLeave {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

export interface CalendarRepository {
  holidays(from: LocalDate, to: LocalDate): Promise<Holiday[]>;
  isHoliday(date: LocalDate): Promise<boolean>;
  saveHolidays(holidays: readonly Holiday[]): Promise<void>;
  removeHoliday(date: LocalDate): Promise<boolean>;

  insertLeave(leave: NewLeave): Promise<number>;
  leaveById(id: number): Promise<Leave | null>;
  removeLeave(id: number): Promise<void>;
  /** Leaves that overlap the range, latest first. */
  leaves(from: LocalDate, to: LocalDate, personId?: number): Promise<Leave[]>;

  /** Lets one server close days at a time; held until the transaction ends. */
  lockClosing(): Promise<void>;
  lastClosed(): Promise<LocalDate | null>;
  /** The day the first person was registered. */
  firstDay(): Promise<LocalDate | null>;
  isClosed(date: LocalDate): Promise<boolean>;
  /** Gives everyone who is due and has no verdict one. Answers how many. */
  closeDay(closing: { date: LocalDate; rule: TimeSettings; isOpen: boolean; at: Date }): Promise<number>;
}

interface CorrectionDecision {
  readonly state: 'accepted' | 'declined';
  readonly decidedBy: number;
  readonly decidedAt: Date;
  readonly note: string | null;
  readonly before: { readonly status: DayStatus; readonly firstIn: Date | null } | null;
}

export interface CorrectionRepository {
  /** Fails with `correction_pending` if a request for the day is undecided. */
  insert(correction: NewCorrection): Promise<number>;
  /** Reads and locks the correction until the transaction ends. */
  lock(id: number): Promise<Correction | null>;
  decide(id: number, decision: CorrectionDecision): Promise<void>;
  /** Newest first. */
  list(query: {
    state?: CorrectionState | undefined;
    personId?: number | undefined;
    limit: number;
  }): Promise<CorrectionOfPerson[]>;
}

export interface AttendanceRepos {
  readonly attendance: AttendanceRepository;
  readonly facts: FactsRepository;
  readonly calendar: CalendarRepository;
  readonly corrections: CorrectionRepository;
}

export interface Sighting {
  readonly personId: number;
  readonly means: Means;
  readonly score: number | null;
}

export interface MarkResult {
  readonly outcome: 'marked' | 'already_marked';
  readonly day: AttendanceDay;
}

/** Attendance functions that other features call inside their own transaction. */
export interface AttendanceRecorder {
  /** Inserts the check-in and saves the derived day. */
  record(repos: AttendanceRepos, sighting: Sighting, today: Today): Promise<MarkResult>;
  /** Derives the day again and saves it. The person must be locked. */
  rederiveDay(
    repos: AttendanceRepos,
    personId: number,
    date: LocalDate,
    zone: Zone,
    at: Date,
  ): Promise<AttendanceDay | null>;
}

/** Port: reads holidays from an iCalendar file, away from the thread that answers requests. */
export interface HolidayCalendarReader {
  read(ics: string, timeZone: string, window: CalendarWindow): Promise<HolidayCalendar>;
}
