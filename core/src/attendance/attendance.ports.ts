import type { LocalDate } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay, DayOfPerson, DayPage, NewCheckIn } from './attendance.types.ts';

/** A face scan the server itself ran; marking attendance spends it. */
export interface FaceScan {
  readonly id: string;
  readonly personId: number;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly usedAt: Date | null;
  readonly score: number | null;
}

export interface AttendanceRepository {
  /** Serialises everything about one person within the open transaction. */
  lockPerson(personId: number): Promise<void>;
  insertCheckIn(checkIn: NewCheckIn): Promise<void>;
  /** The zone says which minute of the day an arrival was. */
  saveDay(day: AttendanceDay, zone: Zone, at: Date): Promise<void>;
  removeDay(personId: number, date: LocalDate): Promise<void>;
  /** For imports and the demo school: many at once, existing days stay as they are. */
  insertMany(
    checkIns: readonly NewCheckIn[],
    days: readonly AttendanceDay[],
    zone: Zone,
    at: Date,
  ): Promise<void>;
  dayOf(personId: number, date: LocalDate): Promise<AttendanceDay | null>;
  /** Newest first. */
  daysOf(personId: number, page: DayPage): Promise<AttendanceDay[]>;
  /** Everyone seen on a day, in order of arrival. */
  presentOn(date: LocalDate): Promise<DayOfPerson[]>;
  /** The latest to arrive on a day, latest first. */
  latestArrivals(date: LocalDate, limit: number): Promise<DayOfPerson[]>;
  /** Present days, newest first. */
  presentBetween(page: DayPage): Promise<DayOfPerson[]>;
  /** Latest verdicts: arrivals newest first, then who was absent on the last day. */
  recent(limit: number): Promise<DayOfPerson[]>;
  countDays(): Promise<number>;
  findScan(id: string): Promise<FaceScan | null>;
  /** True once: the scan that was accepted, unspent and in time is now spent. */
  spendScan(id: string, at: Date): Promise<boolean>;
}
