import type { LocalDate } from '../time/local-date.ts';
import type { ClassSighting, NewClassMark, SheetEntry } from './class-marks.types.ts';

export interface ClassMarkRepository {
  /** Makes two savers of one sheet come one after the other, until the transaction ends. */
  lockSheet(classId: number): Promise<void>;
  /** Grows with every change of the sheet; 0 while nothing is on it. */
  revision(classId: number, date: LocalDate): Promise<number>;
  /** The roster by name, with what the sheet and the photos of the day say. */
  sheet(classId: number, date: LocalDate): Promise<SheetEntry[]>;
  /** Takes the place of what the sheet said of this person; that stays readable. */
  put(mark: NewClassMark): Promise<void>;
  /** The first sighting of the day stays, with the best score since. Those of earlier days go. */
  see(classId: number, date: LocalDate, sightings: readonly ClassSighting[]): Promise<void>;
  /** With a person's face goes what it was recognised in today. */
  forgetSightings(personId: number): Promise<void>;
}
