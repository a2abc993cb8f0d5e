import type { DateRange } from '../analytics/analytics.types.ts';
import type { Action, Actor, Reach } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type {
  ClassMeeting,
  ClassSighting,
  ClassTally,
  ClassTeacher,
  ClassToday,
  NewClass,
  NewClassMark,
  RosterEntry,
  SchoolClass,
  SheetEntry,
  TaughtClass,
  TeachingDuty,
} from './classes.types.ts';

export interface ClassRepository {
  /** Fails with `class_taken`. */
  insert(schoolClass: NewClass): Promise<SchoolClass>;
  update(id: number, schoolClass: NewClass): Promise<SchoolClass | null>;
  byId(id: number): Promise<SchoolClass | null>;
  /** The class, unless it is beyond reach. */
  byIdWithin(id: number, reach: Reach): Promise<SchoolClass | null>;
  /** Answers the name of the deleted class, or null. */
  remove(id: number): Promise<string | null>;
  /** The classes within reach by start time, or one of them, with the figures of the people within reach on the day. */
  listFor(date: LocalDate, reach: Reach, classId?: number): Promise<ClassToday[]>;
  /** By name. An office has the people of its sections only. */
  roster(id: number, date: LocalDate, reach: Reach): Promise<RosterEntry[]>;
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
  /** The roster within reach by name, with the marks and photo sightings of the day. */
  sheet(classId: number, date: LocalDate, reach: Reach): Promise<SheetEntry[]>;
  /** Replaces the current marks of these people on the sheet; the old ones stay in the history. */
  saveMarks(classId: number, date: LocalDate, marks: readonly NewClassMark[]): Promise<void>;
  /** Marks in force per class, of the classes or people within reach; by name. */
  tallies(range: DateRange, reach: Reach): Promise<ClassTally[]>;
  /** Keeps the first sighting of the day with the best score. */
  recordSightings(classId: number, date: LocalDate, sightings: readonly ClassSighting[]): Promise<void>;
  removeSightingsBefore(date: LocalDate): Promise<void>;
  /** Removes the person's photo sightings, when their face data is removed. */
  removeSightings(personId: number): Promise<void>;
}

export interface ClassTeacherRepository {
  /** Teachers first, then substitutes by day. */
  ofClass(classId: number): Promise<ClassTeacher[]>;
  /** Replaces the teachers of the class. */
  set(classId: number, teachers: readonly TeachingDuty[]): Promise<void>;
  /** The classes that the person teaches on the day and reaches, whether they meet or not, by start time. */
  classesOf(personId: number, date: LocalDate, reach: Reach): Promise<TaughtClass[]>;
}

export interface ClassRepos {
  readonly classes: ClassRepository;
  readonly classMarks: ClassMarkRepository;
  readonly classTeachers: ClassTeacherRepository;
}

/** Class functions that other features may call. */
export interface ClassReader {
  /** Fails with `class_not_found`, also beyond the reach of the actor. */
  requireClass(actor: Actor, action: Action, id: number): Promise<SchoolClass>;
}
