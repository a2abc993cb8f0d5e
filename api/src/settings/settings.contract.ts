import { createRoute } from '@hono/zod-openapi';
import { CLASS_LIMITS } from '@rollcall/core/classes/classes.rules';
import { GRACE_MAX } from '@rollcall/core/settings/settings.rules';
import {
  AUTO_ABSENT_CHOICES,
  INSTITUTION_KINDS,
  PROGRAMS,
  SEMESTERS,
} from '@rollcall/core/settings/settings.types';
import { z } from 'zod';
import { wireClockDoubt } from '../clock/clock.contract.ts';
import { allow, allowAnyone } from '../http/access.ts';
import { answers, body, message, wholeNumber, wireTime } from '../http/contract-parts.ts';
import { newPassword } from '../people/people.contract.ts';
import { wireInstitution } from './institution.contract.ts';

export const classConfigBody = z.object({
  program: z.enum(PROGRAMS),
  semester: z.enum(SEMESTERS),
  section: z.string().trim().max(CLASS_LIMITS.section),
  subject: z.string().trim().max(CLASS_LIMITS.subject),
});

const NO_CHOICE = 'Choose 30, 60, 120 or Never.';

export const timeSettingsBody = z.object({
  startTime: wireTime,
  gracePeriod: wholeNumber(0, GRACE_MAX, `Grace period must be between 0 and ${GRACE_MAX} minutes.`),
  cutoffTime: wireTime,
  autoAbsent: wholeNumber(0, 1440, NO_CHOICE).pipe(z.literal([...AUTO_ABSENT_CHOICES], NO_CHOICE)),
});

const timeSettingsAnswer = z.object({
  startTime: z.string(),
  gracePeriod: z.number(),
  cutoffTime: z.string(),
  autoAbsent: z.number(),
});

const demoAccount = z.object({ username: z.string(), password: z.string() });

export const publicSettingsAnswer = z.object({
  institution_name: z.string(),
  institution: wireInstitution,
  time_zone: z.string(),
  /** Minutes east of UTC from each instant on, some years back and ahead; the first also holds before. Pages show every instant by them. */
  zone_offsets: z.array(z.object({ from: z.string(), minutes: z.number() })),
  demo_mode: z.boolean(),
  needs_setup: z.boolean(),
  /** The address at which people reach this server; missing where nobody set `PUBLIC_URL`. */
  public_url: z.string().optional(),
  /** Ways to sign in here. */
  sign_in: z.object({
    /** From the second administrator on they enter a username. */
    admin_username: z.boolean(),
    providers: z.array(z.object({ id: z.number(), name: z.string() })),
    password_reset: z.boolean(),
    /** Only where browsers offer them: with HTTPS, or on this machine. */
    passkeys: z.boolean(),
  }),
  /** Present while the server's clock is doubted; every page says so. */
  clock_doubt: wireClockDoubt.optional(),
  /** Present on a weekend of a demo, whose clock shows the last school day: that day, and how many days it is back. */
  demo_day: z.object({ date: z.string(), days_back: z.number() }).optional(),
  demo_credentials: z
    .object({
      admin: z.object({ password: z.string() }),
      user: demoAccount,
      teacher: demoAccount,
      office: demoAccount,
    })
    .optional(),
});

export const setupBody = z.object({
  code: z.string().trim().min(1, 'Please enter the code from the server console.').max(40),
  institution_name: z.string().trim().min(1, 'Please enter the name of your institution.').max(200),
  /** The page makes everybody choose; scripts that leave it out get the words of a university. */
  kind: z.enum(INSTITUTION_KINDS, 'Choose school, university or workplace.').optional(),
  time_zone: z.string().trim().min(1).max(60),
  password: newPassword,
});

const admin = allow('settings.manage');
const tags = ['Settings'];

export const publicSettings = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/settings/public',
  summary: 'What any visitor may know; demo accounts in demo mode only',
  responses: answers(publicSettingsAnswer, 'The public settings'),
});

export const setup = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/setup',
  summary: 'First run: set the administrator password, the name, the kind and the time zone',
  request: { body: body(setupBody) },
  responses: answers(message, 'Set up; sign in with the password'),
});

export const getClassConfig = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/class-config',
  summary: 'What a new class starts from',
  responses: answers(classConfigBody, 'The saved configuration, or the defaults'),
});

export const saveClassConfig = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/class-config',
  summary: 'Save what a new class starts from',
  request: { body: body(classConfigBody) },
  responses: answers(message, 'Saved'),
});

export const getTimeSettings = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/time-settings',
  summary: 'The time rule in force today',
  responses: answers(timeSettingsAnswer, 'The saved settings, or the defaults'),
});

export const saveTimeSettings = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/time-settings',
  summary: 'Save the time rule; it holds from today on',
  request: { body: body(timeSettingsBody) },
  responses: answers(message, 'Saved'),
});
