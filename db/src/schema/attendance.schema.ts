import type {
  CorrectionState,
  CorrectionWanted,
  DaySource,
  DayStatus,
  Means,
} from '@rollcall/core/attendance/attendance.types';
import type { MarkMeans, MarkStatus } from '@rollcall/core/classes/classes.types';
import type { PersonKind } from '@rollcall/core/people/people.types';
import { bigint, boolean, integer, pgTable, real, smallint, text, time } from 'drizzle-orm/pg-core';
import { day, id, moment, ruleColumns } from './columns.ts';

/** Tables of time rules, attendance, class marks and roll-ups; see `institution.schema.ts`. */

export const timeRules = pgTable('time_rules', {
  effectiveFrom: day('effective_from').primaryKey(),
  startTime: time('start_time').notNull(),
  graceMinutes: smallint('grace_minutes').notNull(),
  cutoffTime: time('cutoff_time').notNull(),
  autoAbsentMinutes: smallint('auto_absent_minutes').notNull(),
  savedAt: moment('saved_at').notNull(),
  savedBy: integer('saved_by'),
});

export const checkIns = pgTable('check_ins', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  personId: integer('person_id').notNull(),
  seenAt: moment('seen_at').notNull(),
  day: day('day').notNull(),
  means: text('means').$type<Means>().notNull(),
  score: real('score'),
  ...ruleColumns,
});

export const attendanceDays = pgTable('attendance_days', {
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  status: text('status').$type<DayStatus>().notNull(),
  firstIn: moment('first_in'),
  lastSeen: moment('last_seen'),
  ...ruleColumns,
  decidedAt: moment('decided_at').notNull(),
  kind: text('kind').$type<PersonKind>().notNull(),
  section: text('section'),
  arrivalMinutes: smallint('arrival_minutes'),
  source: text('source').$type<DaySource>().notNull().default('check_in'),
  overrode: text('overrode').$type<DayStatus>(),
});

export const classMarks = pgTable('class_marks', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  classId: integer('class_id'),
  className: text('class_name').notNull(),
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  status: text('status').$type<MarkStatus>().notNull(),
  means: text('means').$type<MarkMeans>().notNull(),
  score: real('score'),
  seenAt: moment('seen_at'),
  ...ruleColumns,
  markedAt: moment('marked_at').notNull(),
  markedBy: integer('marked_by'),
  replacedAt: moment('replaced_at'),
});

export const classSightings = pgTable('class_sightings', {
  classId: integer('class_id').notNull(),
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  seenAt: moment('seen_at').notNull(),
  score: real('score').notNull(),
});

export const holidays = pgTable('holidays', {
  day: day('day').primaryKey(),
  name: text('name').notNull(),
});

export const leaves = pgTable('leaves', {
  id: id(),
  personId: integer('person_id').notNull(),
  firstDay: day('first_day').notNull(),
  lastDay: day('last_day').notNull(),
  reason: text('reason').notNull(),
  notedAt: moment('noted_at').notNull(),
  notedBy: integer('noted_by'),
});

export const closedDays = pgTable('closed_days', {
  day: day('day').primaryKey(),
  closedAt: moment('closed_at').notNull(),
});

export const corrections = pgTable('corrections', {
  id: id(),
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  wanted: text('wanted').$type<CorrectionWanted>().notNull(),
  wantedTime: time('wanted_time'),
  reason: text('reason').notNull(),
  askedBy: integer('asked_by'),
  askedAt: moment('asked_at').notNull(),
  state: text('state').$type<CorrectionState>().notNull(),
  decidedBy: integer('decided_by'),
  decidedAt: moment('decided_at'),
  note: text('note'),
  beforeStatus: text('before_status').$type<DayStatus>(),
  beforeFirstIn: moment('before_first_in'),
});

/** Maintained by triggers on attendance_days, as are the other roll-ups; nothing else writes them. */
export const dayRollups = pgTable('day_rollups', {
  day: day('day').notNull(),
  isStudent: boolean('is_student').notNull(),
  onTime: integer('on_time').notNull(),
  late: integer('late').notNull(),
  veryLate: integer('very_late').notNull(),
  absent: integer('absent').notNull(),
  unmarked: integer('unmarked').notNull(),
  excused: integer('excused').notNull(),
  arrivalSum: bigint('arrival_sum', { mode: 'number' }).notNull(),
});

export const sectionRollups = pgTable('section_rollups', {
  day: day('day').notNull(),
  section: text('section').notNull(),
  present: integer('present').notNull(),
  due: integer('due').notNull(),
  excused: integer('excused').notNull(),
});

/** Maintained by triggers on section_rollups. */
export const sectionMonths = pgTable('section_months', {
  month: day('month').notNull(),
  section: text('section').notNull(),
  present: integer('present').notNull(),
  due: integer('due').notNull(),
});

export const hourRollups = pgTable('hour_rollups', {
  day: day('day').notNull(),
  hour: smallint('hour').notNull(),
  arrivals: integer('arrivals').notNull(),
});

export const personRollups = pgTable('person_rollups', {
  personId: integer('person_id').notNull(),
  month: day('month').notNull(),
  present: integer('present').notNull(),
  due: integer('due').notNull(),
  onTime: integer('on_time').notNull(),
});
