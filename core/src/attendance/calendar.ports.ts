import type { TimeSettings } from '../settings/settings.types.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { Holiday } from './calendar.rules.ts';

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
  leave(id: number): Promise<Leave | null>;
  removeLeave(id: number): Promise<void>;
  /** Those that touch the range, latest first. */
  leaves(from: LocalDate, to: LocalDate, personId?: number): Promise<Leave[]>;

  /** Holds until the transaction ends: one server closes days at a time. */
  lockClosing(): Promise<void>;
  lastClosed(): Promise<LocalDate | null>;
  /** The day the first person was registered. */
  firstDay(): Promise<LocalDate | null>;
  isClosed(date: LocalDate): Promise<boolean>;
  /** Gives everyone due and without a verdict theirs. Answers how many. */
  closeDay(closing: { date: LocalDate; rule: TimeSettings; isOpen: boolean; at: Date }): Promise<number>;
}
