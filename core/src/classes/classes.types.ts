import type { DayStatus } from '../attendance/attendance.types.ts';
import type { PersonKind } from '../people/people.types.ts';
import type { ClassConfig } from '../settings/settings.types.ts';
import type { LocalDate, LocalTime } from '../time/local-date.ts';

export interface NewClass extends ClassConfig {
  readonly name: string;
  readonly startTime: LocalTime;
  readonly endTime: LocalTime;
  /** ISO weekdays, Monday 1 .. Sunday 7. */
  readonly weekdays: readonly number[];
}

export interface SchoolClass extends NewClass {
  readonly id: number;
}

export interface ClassToday extends SchoolClass {
  readonly students: number;
  readonly presentToday: number;
}

export interface RosterEntry {
  readonly personId: number;
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
  readonly hasFaceData: boolean;
  /** Null while nothing is known about the day. */
  readonly status: DayStatus | null;
  readonly firstIn: Date | null;
}

export interface ClassSession {
  readonly id: string;
  readonly classId: number;
  readonly date: LocalDate;
  readonly openedAt: Date;
}

export type ClassStatus = 'upcoming' | 'active' | 'completed';
