import type {
  CalendarDay,
  CorrectionState,
  CorrectionWanted,
  DaySource,
  DayStatus,
  Direction,
  Means,
} from '@rollcall/core/attendance/attendance.types';
import type { Evidence } from '@rollcall/core/attendance/evidence/evidence.types';
import type { NoteKind } from '@rollcall/core/attendance/today/today.ports';
import type { MarkMeans, MarkStatus } from '@rollcall/core/classes/classes.types';
import type { PersonKind } from '@rollcall/core/people/people.types';
import { bigint, boolean, integer, pgTable, real, smallint, text, time, uuid } from 'drizzle-orm/pg-core';
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
  evidence: text('evidence').$type<Evidence>(),
  kioskId: uuid('kiosk_id'),
  direction: text('direction').$type<Direction | 'both'>(),
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
  isDayOff: boolean('day_off').notNull().default(false),
});

export const classMarks = pgTable('class_marks', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  classId: integer('class_id'),
  className: text('class_name').notNull(),
  subject: text('subject').notNull(),
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  status: text('status').$type<MarkStatus>().notNull(),
  means: text('means').$type<MarkMeans>().notNull(),
  score: real('score'),
  seenAt: moment('seen_at'),
  ...ruleColumns,
  markedAt: moment('marked_at').notNull(),
  markedBy: integer('marked_by'),
  classStart: time('class_start'),
  classEnd: time('class_end'),
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
  calendar: text('calendar').$type<CalendarDay>().notNull(),
  ...ruleColumns,
  finishedAt: moment('finished_at'),
  reopenedAt: moment('reopened_at'),
});

/** Recorded days that must be derived again, and the repair that works on each. */
export const dayRepairs = pgTable('day_repairs', {
  day: day('day').primaryKey(),
  repair: uuid('repair').notNull(),
  leasedUntil: moment('leased_until').notNull(),
});

/** The working days from a day on; empty until they are first changed. */
export const workingDaysHistory = pgTable('working_days_history', {
  fromDay: day('from_day').primaryKey(),
  workingDays: smallint('working_days').array().notNull(),
});

/** The section of a person from a day on; without rows `people.class_section` holds. */
export const sectionHistory = pgTable('section_history', {
  personId: integer('person_id').notNull(),
  fromDay: day('from_day').notNull(),
  section: text('section'),
});

/** Absences that are facts themselves: see `DayFacts.fixedAbsence`. */
export const fixedAbsences = pgTable('fixed_absences', {
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  status: text('status').$type<'absent' | 'unmarked'>().notNull(),
  source: text('source').$type<'import' | 'closing'>().notNull(),
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

export const dayNotes = pgTable('day_notes', {
  id: id(),
  personId: integer('person_id').notNull(),
  day: day('day').notNull(),
  kind: text('kind').$type<NoteKind>().notNull(),
  text: text('text').notNull(),
  notedBy: integer('noted_by'),
  notedAt: moment('noted_at').notNull(),
});

const STATUS_COUNTS = {
  onTime: integer('on_time').notNull(),
  late: integer('late').notNull(),
  veryLate: integer('very_late').notNull(),
  absent: integer('absent').notNull(),
  unmarked: integer('unmarked').notNull(),
  excused: integer('excused').notNull(),
  arrivalSum: bigint('arrival_sum', { mode: 'number' }).notNull(),
};

/**
 * Changes of the roll-ups that were not added up yet; appended by triggers on attendance_days. The views day_rollups,
 * section_rollups, section_months and hour_rollups add them to the sums below: see `fold_rollups`.
 */
export const rollupDeltas = pgTable('rollup_deltas', {
  day: day('day').notNull(),
  isStudent: boolean('is_student').notNull(),
  section: text('section'),
  hour: smallint('hour'),
  ...STATUS_COUNTS,
});

export const daySums = pgTable('day_sums', {
  day: day('day').notNull(),
  isStudent: boolean('is_student').notNull(),
  ...STATUS_COUNTS,
});

export const sectionSums = pgTable('section_sums', {
  day: day('day').notNull(),
  section: text('section').notNull(),
  present: integer('present').notNull(),
  due: integer('due').notNull(),
  excused: integer('excused').notNull(),
});

export const sectionMonthSums = pgTable('section_month_sums', {
  month: day('month').notNull(),
  section: text('section').notNull(),
  present: integer('present').notNull(),
  due: integer('due').notNull(),
});

export const hourSums = pgTable('hour_sums', {
  day: day('day').notNull(),
  hour: smallint('hour').notNull(),
  arrivals: integer('arrivals').notNull(),
});

/** Maintained by triggers on attendance_days, under the lock of the person; nothing else writes them. */
export const personRollups = pgTable('person_rollups', {
  personId: integer('person_id').notNull(),
  month: day('month').notNull(),
  present: integer('present').notNull(),
  due: integer('due').notNull(),
  onTime: integer('on_time').notNull(),
});
