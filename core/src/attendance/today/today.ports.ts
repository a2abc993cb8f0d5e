import type { Reach } from '../../kernel/access.ts';
import type { LocalDate } from '../../kernel/local-date.ts';
import type { PersonKind } from '../../people/people.types.ts';

/**
 * Where somebody is today. `not_yet`: expected, not seen, and no rule has called them absent. `not_due`: registered
 * today, so expected from tomorrow on. `day_off`: nobody is expected; whoever was seen came for a visit.
 */
export const TODAY_STATES = ['here', 'late', 'not_yet', 'absent', 'excused', 'day_off', 'not_due'] as const;
export type TodayState = (typeof TODAY_STATES)[number];

/** What a list shows: one state, or everybody who is not here and not excused. */
export const TODAY_CHOICES = [...TODAY_STATES, 'missing'] as const;
export type TodayChoice = (typeof TODAY_CHOICES)[number];

/** `call`: what came of a phone call. */
export const NOTE_KINDS = ['note', 'call'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export interface DayNote {
  readonly id: number;
  readonly kind: NoteKind;
  readonly text: string;
  readonly at: Date;
  /** Null once the author's account is gone. */
  readonly by: string | null;
}

export interface NewDayNote {
  readonly personId: number;
  readonly date: LocalDate;
  readonly kind: NoteKind;
  readonly text: string;
  readonly notedBy: number;
  readonly notedAt: Date;
}

export interface PersonToday {
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
  readonly phone: string | null;
  /** Names of the classes that the person has today, by start time. */
  readonly classes: readonly string[];
  readonly state: TodayState;
  readonly firstIn: Date | null;
  /** Why the person is excused, where somebody said so. */
  readonly excuse: string | null;
  /** The entry made by hand that counts today, which can be removed. */
  readonly markId: number | null;
  /** Oldest first. */
  readonly notes: readonly DayNote[];
}

/** The day that is asked about. */
export interface TodayDay {
  readonly date: LocalDate;
  /** False on a holiday or a day off. */
  readonly isOpen: boolean;
}

export interface TodayFilter {
  readonly state?: TodayChoice | undefined;
  readonly section?: string | undefined;
  readonly search?: string | undefined;
  readonly code?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** People in a state, and how many of them were seen. */
export interface StateCount {
  readonly state: TodayState;
  readonly people: number;
  readonly seen: number;
}

export interface TodayRepository {
  /** Of everybody within reach, or of one section of them; states without anybody are left out. */
  counts(day: TodayDay, reach: Reach, section?: string): Promise<StateCount[]>;
  /** By section and name, in one query. */
  people(day: TodayDay, reach: Reach, filter: TodayFilter): Promise<{ rows: PersonToday[]; total: number }>;
  insertNote(note: NewDayNote): Promise<number>;
  /** Reads and locks the note until the transaction ends. */
  lockNote(id: number): Promise<(NewDayNote & { readonly id: number }) | null>;
  removeNote(id: number): Promise<void>;
}

export interface TodayRepos {
  readonly today: TodayRepository;
}
