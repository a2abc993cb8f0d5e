import type { LocalDate } from '../time/local-date.ts';
import type { ClassSession, ClassToday, NewClass, RosterEntry, SchoolClass } from './classes.types.ts';

export interface ClassRepository {
  /** Fails with `class_taken`. */
  insert(schoolClass: NewClass): Promise<SchoolClass>;
  update(id: number, schoolClass: NewClass): Promise<SchoolClass | null>;
  byId(id: number): Promise<SchoolClass | null>;
  /** The name of what was deleted, or null. */
  remove(id: number): Promise<string | null>;
  /** With the number of students, and of those present on the day. */
  listFor(date: LocalDate): Promise<ClassToday[]>;
  roster(id: number, date: LocalDate): Promise<RosterEntry[]>;
  setRoster(id: number, personIds: readonly number[]): Promise<void>;
  /** Ids of the people with these codes; unknown codes are simply missing from the map. */
  idsOfCodes(codes: readonly string[]): Promise<Map<string, number>>;
  sessionOn(classId: number, date: LocalDate): Promise<ClassSession | null>;
  /** One session per class and day: opening it again answers the first one. */
  openSession(session: {
    classId: number;
    date: LocalDate;
    at: Date;
    openedBy: number;
  }): Promise<ClassSession>;
  count(): Promise<number>;
}
