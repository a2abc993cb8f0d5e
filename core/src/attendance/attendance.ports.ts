import type { ClassMark } from '../classes/classes.types.ts';
import type { Actor, Reach } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { Today } from '../settings/settings.ports.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type {
  AttendanceDay,
  CalendarDay,
  Correction,
  CorrectionOfPerson,
  CorrectionState,
  DayChange,
  DayKey,
  DayOfPerson,
  DayPage,
  DayStatus,
  Direction,
  EmptiedDays,
  Means,
  NewCheckIn,
  NewCorrection,
  WantedVerdict,
} from './attendance.types.ts';
import type { DayFacts } from './attendance-day.rules.ts';
import type { Holiday } from './calendar.rules.ts';
import type { CalendarHistoryRepository } from './calendar-history.ports.ts';
import type { Evidence } from './evidence/evidence.types.ts';
import type { CalendarWindow, HolidayCalendar } from './holiday-calendar.rules.ts';

/** A face scan that the server ran; it can mark attendance once. */
interface FaceScan {
  readonly id: string;
  readonly personId: number;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly usedAt: Date | null;
  readonly score: number | null;
  readonly evidence: Evidence;
}

export interface AttendanceRepository {
  /**
   * Locks the attendance of these people until the transaction ends, in ascending order of id. To be called once per
   * transaction, for everybody it concerns, before any row that refers to a person is written: then two transactions
   * never wait for each other in a circle. Answers the ids that exist and are not deleted.
   */
  lockPeople(personIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Answers its id. */
  insertCheckIn(checkIn: NewCheckIn): Promise<number>;
  /** Removes a check-in that was somebody else's; answers the day it was on, null when it is gone. */
  removeCheckIn(id: number, personId: number): Promise<LocalDate | null>;
  /** Saves and removes days of locked people in one statement each. The zone gives the local minute of the arrival. */
  saveDays(days: readonly AttendanceDay[], removed: readonly DayKey[], zone: Zone, at: Date): Promise<void>;
  /** Inserts imported check-ins and absences, from which the days are then derived. */
  insertRecords(
    checkIns: readonly NewCheckIn[],
    absences: readonly (DayKey & { readonly status: 'absent' | 'unmarked' })[],
  ): Promise<void>;
  /** Bulk insert for demo data; existing days stay as they are. */
  insertMany(
    checkIns: readonly NewCheckIn[],
    days: readonly AttendanceDay[],
    zone: Zone,
    at: Date,
  ): Promise<void>;
  /** Adds what days changed since the last call to the sums of the roll-ups; nobody who marks waits for it. */
  foldRollups(): Promise<void>;
  /** Makes room for the days around this one before anybody waits for it: days are kept by month. */
  prepareMonths(date: LocalDate): Promise<void>;
  dayOf(personId: number, date: LocalDate): Promise<AttendanceDay | null>;
  /** Newest first, with the reasons of excused days. */
  daysOf(personId: number, page: DayPage): Promise<AttendanceDay[]>;
  /** People within reach who are present on the day and not deleted, and one more of them, in order of arrival. */
  presentOn(date: LocalDate, reach: Reach, also: number): Promise<DayOfPerson[]>;
  /** The last arrivals of the day, latest first. */
  latestArrivals(date: LocalDate, limit: number, reach: Reach): Promise<DayOfPerson[]>;
  /** Present days, newest first. */
  presentBetween(page: DayPage, reach: Reach): Promise<DayOfPerson[]>;
  /** Latest verdicts: arrivals newest first, then the absent people of the last day. */
  recent(limit: number, reach: Reach): Promise<DayOfPerson[]>;
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
  /** Those that held on the day. Null before the institution is set up. */
  readonly workingDays: readonly number[] | null;
  readonly isHoliday: boolean;
  /** Whether retention removed the attendance of the day: what is left is not all that was known. */
  readonly isEmptied: boolean;
  /** Null before the day is closed. Without `at` an administrator reopened it. */
  readonly closing: (DayFrame & { readonly at: Date | null }) | null;
}

/** What a day was when it was closed. Only a change of the calendar that covers the day changes it. */
export interface DayFrame {
  readonly calendar: CalendarDay;
  readonly rule: TimeSettings;
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
  /** When the leave that covers the day was noted; null without leave. */
  readonly leaveNotedAt: Date | null;
  readonly fixedAbsence: DayFacts['fixedAbsence'];
  readonly registeredOn: LocalDate;
  readonly isDeleted: boolean;
}

/** Reads everything that verdicts are derived from in one query, because marking must be fast. */
export interface FactsRepository {
  /** Without administrators, whose attendance is not taken, and people who do not exist. */
  ofMany(keys: readonly DayKey[]): Promise<{ institutionDay: InstitutionDay; personDay: PersonDay }[]>;
  /** Those of these people who were registered before the day and have no verdict and no other fact on it. */
  withoutAny(personIds: readonly number[], date: LocalDate): Promise<ReadonlySet<number>>;
  institutionDay(date: LocalDate): Promise<InstitutionDay>;
  /** What each day is, in order: by its frame if it is closed, else by the working days and holidays. */
  calendarDays(dates: readonly LocalDate[]): Promise<{ date: LocalDate; calendar: CalendarDay }[]>;
  /** The days whose attendance retention removed, by their first day; they may overlap. */
  emptied(): Promise<EmptiedDays[]>;
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
  /** The present section of the person. */
  readonly classSection: string | null;
  readonly code: string;
  readonly name: string;
}

/** A place in a list of leaves. */
export type LeavePlace = Pick<Leave, 'firstDay' | 'id'>;

export interface CalendarRepository {
  holidays(from: LocalDate, to: LocalDate): Promise<Holiday[]>;
  isHoliday(date: LocalDate): Promise<boolean>;
  saveHolidays(holidays: readonly Holiday[]): Promise<void>;
  removeHoliday(date: LocalDate): Promise<boolean>;

  insertLeave(leave: NewLeave): Promise<number>;
  leaveById(id: number): Promise<Leave | null>;
  removeLeave(id: number): Promise<void>;
  /** Leaves of people within reach that overlap the range, latest first, so many of them after the given one. */
  leaves(
    range: { readonly from: LocalDate; readonly to: LocalDate },
    reach: Reach,
    page: { readonly after?: LeavePlace | undefined; readonly limit: number },
  ): Promise<Leave[]>;

  /** Lets one server close days at a time; held until the transaction ends. */
  lockClosing(): Promise<void>;
  lastClosed(): Promise<LocalDate | null>;
  /** The first day on which anybody is due: the day after the first person was registered. */
  firstDay(): Promise<LocalDate | null>;
  isClosed(date: LocalDate): Promise<boolean>;
  /** Saves that the day is closed, under which frame; people get their verdicts afterwards. */
  closeDay(date: LocalDate, frame: DayFrame, at: Date): Promise<void>;
  /** Days closed before a moment on which people may still lack their verdict, oldest first. */
  unfinishedDays(closedBefore: Date): Promise<LocalDate[]>;
  /**
   * Ids of people who are due on a closed day and were not seen, in ascending order: those without a verdict, and those
   * whose leave or absence in a class may be taken back by somebody who does not know yet that the day is closed.
   */
  unseenOn(date: LocalDate, afterId: number, limit: number): Promise<number[]>;
  /** Saves that everyone has their verdict; false if another server did. */
  finishDay(date: LocalDate, at: Date): Promise<boolean>;
}

interface CorrectionDecision {
  readonly state: 'accepted' | 'declined';
  readonly decidedBy: number;
  readonly decidedAt: Date;
  readonly note: string | null;
  readonly before: { readonly status: DayStatus; readonly firstIn: Date | null } | null;
}

export interface CorrectionRepository {
  /** A request. Fails with `correction_pending` if another one for the day is undecided. */
  insert(correction: NewCorrection): Promise<number>;
  /** A correction that nobody has to decide about; requests for the day wait on. */
  insertAccepted(correction: NewCorrection, decision: CorrectionDecision): Promise<number>;
  byId(id: number): Promise<Correction | null>;
  /** Reads and locks the correction until the transaction ends. */
  lock(id: number): Promise<Correction | null>;
  decide(id: number, decision: CorrectionDecision): Promise<void>;
  /** The correction that counts for the day. */
  inForce(personId: number, date: LocalDate): Promise<Correction | null>;
  /** Makes an accepted correction count for nothing; the row stays. */
  takeBack(id: number): Promise<void>;
  /** Undecided ones of this person. */
  countPending(personId: number): Promise<number>;
  /** Newest first; with the state `pending` the oldest first. */
  list(query: {
    state?: CorrectionState | undefined;
    reach: Reach;
    /** Also those that this person asked for. */
    orAskedBy?: number;
    limit: number;
    offset?: number;
    /** Those after this one in the list. */
    after?: number | undefined;
  }): Promise<CorrectionOfPerson[]>;
}

export interface AttendanceRepos {
  readonly attendance: AttendanceRepository;
  readonly facts: FactsRepository;
  readonly calendar: CalendarRepository;
  readonly calendarHistory: CalendarHistoryRepository;
  readonly corrections: CorrectionRepository;
}

export interface Sighting {
  readonly personId: number;
  readonly means: Means;
  readonly score: number | null;
  /** Of a face: what its picture shows about the place. */
  readonly evidence?: Evidence;
  readonly kioskId?: string;
  /** Which way the door of the kiosk leads. */
  readonly direction?: Direction | 'both';
  /** The account that says so, never about itself; null where a face, a card or a PIN shows it. */
  readonly by: Actor | null;
}

/** When somebody was seen. */
export type Moment = Pick<Today, 'now' | 'zone' | 'date'>;

export interface MarkResult {
  readonly outcome: 'marked' | 'already_marked';
  readonly day: AttendanceDay;
  readonly checkIn: {
    /** Null where the person was seen at the very same moment. */
    readonly id: number | null;
    /** As far as it is known at this moment. */
    readonly direction: Direction;
    /** The person was seen a moment before: both count as one. */
    readonly isRepeat: boolean;
  };
}

/** Attendance functions that other features call inside their own transaction. */
export interface AttendanceRecorder {
  /** Inserts the check-in and saves the derived day. */
  record(
    repos: AttendanceRepos,
    sighting: Sighting,
    moment: Moment,
    /** Later than the check-in where that was made without a network. */
    savedAt?: Date,
  ): Promise<MarkResult>;
  /** Derives days again and saves those that changed: see `rederiveDays` in `write-days.ts`. */
  rederiveDays(
    repos: AttendanceRepos,
    keys: readonly DayKey[],
    zone: Zone,
    at: Date,
    by: Actor | null,
  ): Promise<readonly DayChange[]>;
}

/** Port: reads holidays from an iCalendar file, away from the thread that answers requests. */
export interface HolidayCalendarReader {
  read(ics: string, timeZone: string, window: CalendarWindow): Promise<HolidayCalendar>;
}
