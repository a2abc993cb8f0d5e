import { createRoute } from '@hono/zod-openapi';
import { DAY_STATUSES } from '@rollcall/core/attendance/attendance.types';
import { PASSWORD_MAX } from '@rollcall/core/auth/auth.rules';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { type LocalDate, parseLocalDate } from '@rollcall/core/kernel/local-date';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { REPORT_FORMATS } from '@rollcall/core/reports/report.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  codeParam,
  dateRange,
  fileAnswer,
  isInCalendar,
  isInOrder,
  outOfOrder,
  pageQuery,
  rowId,
} from '../http/contract-parts.ts';

const month = z.string().transform((text, context): LocalDate => {
  const first = /^\d{4}-\d{2}$/.test(text) ? parseLocalDate(`${text}-01`) : null;
  if (first && isInCalendar(first)) return first;
  context.addIssue({ code: 'custom', message: 'Use a month like 2026-03.' });
  return z.NEVER;
});

/** A class, a section, or everybody whom the caller reaches without either. */
const scope = {
  class_id: rowId.optional(),
  section: z.string().min(1).max(PEOPLE_LIMITS.section).optional(),
};
const file = { format: z.enum(REPORT_FORMATS).default('pdf'), lang: z.enum(LANGUAGES).default('en') };

export const reportFile = fileAnswer('The file');

const reportMaker = allow('reports.print', { rate: 'reports' });
const tags = ['Reports'];

export const monthReport = createRoute({
  ...reportMaker,
  tags,
  method: 'get',
  path: '/admin/reports/register',
  summary: 'The register sheet of a month: people down, days across',
  request: { query: z.object({ month, ...scope, ...file }) },
  responses: reportFile,
});

export const summaryReport = createRoute({
  ...reportMaker,
  tags,
  method: 'get',
  path: '/admin/reports/summary',
  summary: 'Days of each verdict and the rate of everyone in a class, a section or the institution',
  request: { query: z.object({ ...dateRange, ...scope, ...file }).refine(isInOrder, outOfOrder) },
  responses: reportFile,
});

export const personReport = createRoute({
  ...allow('profile.read', { rate: 'reports' }),
  tags,
  method: 'get',
  path: '/reports/people/{id}',
  summary:
    'The days of one person with the reason of each verdict: your own, or that of somebody whom you reach',
  request: { params: codeParam, query: z.object({ ...dateRange, ...file }).refine(isInOrder, outOfOrder) },
  responses: reportFile,
});

export const monthReportPage = createRoute({
  ...allow('reports.print'),
  tags,
  method: 'get',
  path: '/admin/register',
  summary: 'The register of a month for the screen, one page of people',
  request: {
    query: z.object({ month, ...scope, ...pageQuery }),
  },
  responses: answers(
    z.object({
      month: z.string(),
      days: z.array(z.object({ date: z.string(), calendar: z.enum(['open', 'holiday', 'off']) })),
      rows: z.array(
        z.object({
          user_id: z.string(),
          name: z.string(),
          class_section: z.string().nullable(),
          marks: z.array(z.enum(DAY_STATUSES).nullable()),
          present: z.number(),
          late: z.number(),
          absent: z.number(),
          excused: z.number(),
          rate: z.number().nullable(),
        }),
      ),
      total: z.number(),
      page: z.number(),
      limit: z.number(),
    }),
    'By section and name',
  ),
});

/** Rows of one file; more than a school has people on one sitting. */
export const SLIPS_MAX = 6000;

export const passwordSlips = createRoute({
  ...allow('people.manage', { body: 'rows', rate: 'reports' }),
  tags,
  method: 'post',
  path: '/admin/password-slips',
  summary: 'Cards to cut with the passwords that the caller sends; nothing of them is kept',
  request: {
    body: body(
      z.object({
        lang: z.enum(LANGUAGES).default('en'),
        /** Address of the sign-in page, as people type it. */
        site: z.string().max(200),
        rows: z
          .array(
            z.object({
              name: z.string().max(PEOPLE_LIMITS.name),
              username: z.string().max(PEOPLE_LIMITS.username),
              password: z.string().max(PASSWORD_MAX),
              class_section: z.string().max(PEOPLE_LIMITS.section).nullable(),
            }),
          )
          .min(1)
          .max(SLIPS_MAX),
      }),
    ),
  },
  responses: reportFile,
});

/** Whoever registers faces asks for the consent to it. */
export const consentSheets = createRoute({
  ...allow('faces.manage', { body: 'rows', rate: 'reports' }),
  tags,
  method: 'post',
  path: '/admin/consent-sheets',
  summary: 'Sheets to sign with the consent text, one for each person; recorded as asked for',
  request: {
    body: body(
      z.object({
        lang: z.enum(LANGUAGES).default('en'),
        user_ids: z.array(z.string().min(1).max(PEOPLE_LIMITS.code)).min(1).max(PEOPLE_LIMITS.bulk),
      }),
    ),
  },
  responses: reportFile,
});
