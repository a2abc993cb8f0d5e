import type { DateRange } from '../analytics/analytics.types.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type {
  ClassMeeting,
  ClassSighting,
  ClassTally,
  ClassToday,
  NewClass,
  NewClassMark,
  RosterEntry,
  SchoolClass,
  SheetEntry,
} from './classes.types.ts';

export interface ClassRepository {
  /** Fails with `class_taken`. */
  insert(schoolClass: NewClass): Promise<SchoolClass>;
  update(id: number, schoolClass: NewClass): Promise<SchoolClass | null>;
  byId(id: number): Promise<SchoolClass | null>;
  /** Answers the name of the deleted class, or null. */
  remove(id: number): Promise<string | null>;
  /** All classes by start time, or one of them, with the figures of the day. */
  listFor(date: LocalDate, classId?: number): Promise<ClassToday[]>;
  roster(id: number, date: LocalDate): Promise<RosterEntry[]>;
  setRoster(id: number, personIds: readonly number[]): Promise<void>;
  /** Person ids by code; unknown codes are missing from the map. */
  idsOfCodes(codes: readonly string[]): Promise<Map<string, number>>;
  meetingOn(classId: number, date: LocalDate): Promise<ClassMeeting | null>;
  /** Creates the meeting of the class on the day, or answers the existing one. */
  openMeeting(meeting: {
    classId: number;
    date: LocalDate;
    at: Date;
    openedBy: number;
  }): Promise<ClassMeeting>;
  count(): Promise<number>;
}

export interface ClassMarkRepository {
  /** Locks the sheet of the class until the transaction ends. */
  lockSheet(classId: number): Promise<void>;
  /** Increases with every change of the sheet; 0 while it is empty. */
  revision(classId: number, date: LocalDate): Promise<number>;
  /** The roster by name, with the marks and photo sightings of the day. */
  sheet(classId: number, date: LocalDate): Promise<SheetEntry[]>;
  /** Replaces the current marks of these people on the sheet; the old ones stay in the history. */
  saveMarks(classId: number, date: LocalDate, marks: readonly NewClassMark[]): Promise<void>;
  /** Marks in force per class, of everybody or of one person; by name. */
  tallies(range: DateRange, personId?: number): Promise<ClassTally[]>;
  /** Keeps the first sighting of the day with the best score. */
  recordSightings(classId: number, date: LocalDate, sightings: readonly ClassSighting[]): Promise<void>;
  removeSightingsBefore(date: LocalDate): Promise<void>;
  /** Removes the person's photo sightings, when their face data is removed. */
  removeSightings(personId: number): Promise<void>;
}

export interface ClassRepos {
  readonly classes: ClassRepository;
  readonly classMarks: ClassMarkRepository;
}

/** Class functions that other features may call. */
export interface ClassReader {
  /** Fails with `class_not_found`. */
  requireClass(id: number): Promise<SchoolClass>;
  roster(id: number): Promise<RosterEntry[]>;
}
