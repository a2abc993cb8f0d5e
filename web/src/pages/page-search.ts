import { RANGE_CHOICES } from '@rollcall/core/analytics/analytics.rules';
import { CORRECTION_STATES } from '@rollcall/core/attendance/attendance.types';
import { ROLES } from '@rollcall/core/kernel/access';
import * as z from 'zod/mini';
import { SHOWN_STATUSES } from '../features/follow-up/day-filter.ts';
import { SHOWN_CHOICES } from '../features/today/shown-people.ts';
import { DRILL_CHOICES, GROUPINGS } from '../lib/present/present-groups.ts';
import { optionalParam, peopleSearch } from '../lib/search-params.ts';
import { returnAddress } from '../lib/session/sign-in-address.ts';

/*
 * Search parameters of the pages. The router loads this file with the first page, so it stays apart from the pages
 * themselves.
 */

type RawSearch = Record<string, unknown>;

const day = optionalParam(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)));
const month = optionalParam(z.string().check(z.regex(/^\d{4}-\d{2}$/)));
/** 1 is Monday, 7 Sunday. */
const weekday = optionalParam(z.number().check(z.minimum(1), z.maximum(7)));

export const ADMIN_TABS = ['register', 'users', 'notices', 'analytics', 'backup'] as const;
export const DATA_VIEWS = ['files', 'restore', 'schedule', 'audit'] as const;

const adminSchema = z.object({
  tab: optionalParam(z.enum(ADMIN_TABS)),
  /** `create` focuses the notice form, `attendance` opens a class's attendance, `import` the import of users. */
  action: optionalParam(z.enum(['create', 'attendance', 'import'])),
  /** What is imported. */
  what: optionalParam(z.enum(['people', 'attendance', 'photos'])),
  /** View inside the backup tab. */
  view: optionalParam(z.enum(DATA_VIEWS)),
  /** Filters of the audit log, together with `from` and `to`. */
  event: optionalParam(z.string()),
  about: optionalParam(z.coerce.string()),
  /** The audit log also shows what the server did by itself. */
  system: optionalParam(z.boolean()),
  class: optionalParam(z.union([z.number(), z.string()])),
  from: day,
  to: day,
  ...peopleSearch,
});

export type AdminSearch = z.infer<typeof adminSchema>;

export const readAdminSearch = (search: RawSearch): AdminSearch => adminSchema.parse(search);

const loginSchema = z.object({
  /** The address that opens after the sign-in. */
  next: optionalParam(z.string()),
  /** Why the page opened by itself. */
  reason: optionalParam(z.enum(['expired'])),
});

/** `next` is dropped unless it is a page of this app. */
export function readLoginSearch(search: RawSearch): z.infer<typeof loginSchema> {
  const { next, reason } = loginSchema.parse(search);
  // Both named: a parameter that is left out would stay as it was.
  return { next: returnAddress(next), reason };
}

const accountsSchema = z.object({
  view: optionalParam(z.enum(['accounts', 'approvals', 'sign-in'])),
  q: optionalParam(z.string()),
  role: optionalParam(z.enum(ROLES)),
  page: optionalParam(z.number().check(z.minimum(1))),
});

export type AccountsSearch = z.infer<typeof accountsSchema>;

export const readAccountsSearch = (search: RawSearch): AccountsSearch => accountsSchema.parse(search);

export const readPeopleSearch = (search: RawSearch): AdminSearch => adminSchema.parse(search);

const classesSchema = z.object({
  /** The class whose attendance is being taken; `by` opens it with the camera. */
  class: optionalParam(z.number()),
  by: optionalParam(z.enum(['photo'])),
});

export const readClassesSearch = (search: RawSearch): z.infer<typeof classesSchema> =>
  classesSchema.parse(search);

/** `create` focuses the form. */
const noticesSchema = z.object({ action: optionalParam(z.enum(['create'])) });

export const readNoticesSearch = (search: RawSearch): z.infer<typeof noticesSchema> =>
  noticesSchema.parse(search);

/** What a session has to do on the account page before it may do anything else. */
const accountSchema = z.object({
  do: optionalParam(z.enum(['password', 'second-factor'])),
  /** The address that opens when nothing is left to do. */
  next: optionalParam(z.string()),
});

/** `next` is dropped unless it is a page of this app. */
export function readAccountSearch(search: RawSearch): z.infer<typeof accountSchema> {
  const { do: task, next } = accountSchema.parse(search);
  return { do: task, next: returnAddress(next) };
}

export const SETTINGS_SECTIONS = [
  'institution',
  'times',
  'classes',
  'calendar',
  'privacy',
  'faces',
  'quality',
  'kiosks',
  'accounts',
  'sign-in',
  'mail',
  'backup',
  'audit',
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** The code that a device shows, in capitals. All digits look like a number to the router. */
const pairingCode = z.pipe(
  z.pipe(
    z.coerce.string(),
    z.transform((text) => text.toUpperCase().replaceAll('-', '')),
  ),
  z.string().check(z.regex(/^[A-HJ-NP-Z2-9]{8}$/)),
);

/** Filters of the sections that hold a list: accounts, calendar and audit log. */
const settingsSchema = z.object({
  q: optionalParam(z.string()),
  role: optionalParam(z.enum(ROLES)),
  page: optionalParam(z.number().check(z.minimum(1))),
  year: optionalParam(z.number().check(z.minimum(2000), z.maximum(2100))),
  event: optionalParam(z.string()),
  about: optionalParam(z.coerce.string()),
  /** The audit log also shows what the server did by itself. */
  system: optionalParam(z.boolean()),
  from: day,
  to: day,
  /** The code of a device that is to become a kiosk; its QR code opens this address. */
  code: optionalParam(pairingCode),
});

export type SettingsSearch = z.infer<typeof settingsSchema>;

export const readSettingsSearch = (search: RawSearch): SettingsSearch => settingsSchema.parse(search);

export const TEACHER_TABS = ['today', 'notices'] as const;

const teacherSchema = z.object({
  tab: optionalParam(z.enum(TEACHER_TABS)),
  /** The class whose sheet is open; `by` opens it with the camera. */
  class: optionalParam(z.number()),
  by: optionalParam(z.enum(['photo'])),
});

export type TeacherSearch = z.infer<typeof teacherSchema>;

export const readTeacherSearch = (search: RawSearch): TeacherSearch => teacherSchema.parse(search);

export const ATTENDANCE_TABS = ['today', 'register', 'reports', 'days', 'corrections', 'calendar'] as const;

const attendanceSchema = z.object({
  tab: optionalParam(z.enum(ATTENDANCE_TABS)),
  date: day,
  month,
  from: day,
  to: day,
  class: optionalParam(z.number()),
  section: optionalParam(z.coerce.string()),
  status: optionalParam(z.enum(SHOWN_STATUSES)),
  weekday,
  state: optionalParam(z.enum([...CORRECTION_STATES, 'all'])),
  year: optionalParam(z.number().check(z.minimum(2000), z.maximum(2100))),
  page: optionalParam(z.number().check(z.minimum(1))),
});

export type AttendanceSearch = z.infer<typeof attendanceSchema>;

export const readAttendanceSearch = (search: RawSearch): AttendanceSearch => attendanceSchema.parse(search);

const reportsSchema = z.object({
  view: optionalParam(z.enum(['trends'])),
  month,
  from: day,
  to: day,
  class: optionalParam(z.number()),
  section: optionalParam(z.coerce.string()),
});

export type ReportsSearch = z.infer<typeof reportsSchema>;

export const readReportsSearch = (search: RawSearch): ReportsSearch => reportsSchema.parse(search);

const todaySchema = z.object({
  show: optionalParam(z.enum(SHOWN_CHOICES)),
  section: optionalParam(z.coerce.string()),
  q: optionalParam(z.coerce.string()),
  page: optionalParam(z.number().check(z.minimum(1))),
});

export type TodaySearch = z.infer<typeof todaySchema>;

export const readTodaySearch = (search: RawSearch): TodaySearch => todaySchema.parse(search);

const presentSchema = z.object({
  q: optionalParam(z.coerce.string()),
  section: optionalParam(z.coerce.string()),
  place: optionalParam(z.coerce.string()),
  by: optionalParam(z.enum(GROUPINGS)),
  show: optionalParam(z.enum(DRILL_CHOICES)),
});

export type PresentSearch = z.infer<typeof presentSchema>;

export const readPresentSearch = (search: RawSearch): PresentSearch => presentSchema.parse(search);

const dashboardSchema = z.object({
  tab: optionalParam(z.enum(['analytics', 'notices', 'profile', 'management'])),
  range: optionalParam(z.enum(RANGE_CHOICES)),
  min: optionalParam(z.number().check(z.minimum(0), z.maximum(100))),
  sort: optionalParam(z.enum(['date', 'attendance', 'alphabetical'])),
  order: optionalParam(z.enum(['asc', 'desc'])),
  notices: optionalParam(z.enum(['recent', 'important'])),
  ...peopleSearch,
});

export type DashboardSearch = z.infer<typeof dashboardSchema>;

export const readDashboardSearch = (search: RawSearch): DashboardSearch => dashboardSchema.parse(search);

export const FAQ_CATEGORIES = [
  'all',
  'gettingStarted',
  'security',
  'technical',
  'account',
  'troubleshooting',
] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];

const faqSchema = z.object({
  q: optionalParam(z.string()),
  category: optionalParam(z.enum(FAQ_CATEGORIES)),
});

export const readFaqSearch = (search: RawSearch): z.infer<typeof faqSchema> => faqSchema.parse(search);

const profileSchema = z.object({
  filter: optionalParam(z.enum(['all', 'month', 'week'])),
  /** `month` and `weekday` select the days behind one column of a chart. */
  month,
  weekday,
  view: optionalParam(z.enum(['list', 'calendar'])),
});

export const readProfileSearch = (search: RawSearch): z.infer<typeof profileSchema> =>
  profileSchema.parse(search);
