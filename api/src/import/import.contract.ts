import { createRoute } from '@hono/zod-openapi';
import { ATTENDANCE_FIELDS, DATE_ORDERS } from '@rollcall/core/import/attendance-import.rules';
import { PEOPLE_FIELDS } from '@rollcall/core/import/people-columns';
import { ROW_PROBLEMS, type RowProblemCode } from '@rollcall/core/import/row-problem';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, fileName, uploadBody } from '../http/contract-parts.ts';

const admin = allow('data.import');
const PROBLEM_CODES = Object.keys(ROW_PROBLEMS) as RowProblemCode[]; // RowProblemCode is keyof that table
const tags = ['Import'];

const columnName = z.string().max(200);
export const wireTableUpload = z.object({
  upload: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  sample: z.array(z.array(z.string())),
  mapping: z.record(z.string(), z.string()),
});

export const wireProblem = z.object({
  row: z.number(),
  field: z.string(),
  /** The problem of `message`, for programs and other languages. */
  code: z.enum(PROBLEM_CODES),
  message: z.string(),
  /** Whom the row is about: the name, else the ID. */
  name: z.string(),
  /** The row that has the same value. */
  other_row: z.number().nullable(),
});
export const wireAttendanceImport = z.object({
  message: z.string(),
  rows: z.number(),
  importable: z.number(),
  /** Rows of past days that an earlier import recorded: passed over. */
  already_imported: z.number(),
  imported: z.number(),
  problem_count: z.number(),
  /** At most `IMPORT_LIMITS.listedProblems` of them. */
  problems: z.array(wireProblem),
  /** How many rows have problems: a row may have several. */
  problem_rows: z.number(),
  /** After an import, the rows that were skipped, with their cells, at most `IMPORT_LIMITS.listedProblems` of them. */
  skipped: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
});

export const wirePeopleImport = wireAttendanceImport.extend({
  warning_count: z.number(),
  /** Rows that are imported without something, at most `IMPORT_LIMITS.listedProblems` of them. */
  warnings: z.array(wireProblem),
  preview: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      username: z.string(),
      type: z.string(),
      class_section: z.string().nullable(),
    }),
  ),
  /** For the printed password list. They are not stored and cannot be asked for again. */
  passwords: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      username: z.string(),
      class_section: z.string().nullable(),
      password: z.string(),
    }),
  ),
});

const common = {
  upload: fileName,
  /** `refuse`: nothing is imported if one row is bad. `skip`: bad rows are left out. */
  bad_rows: z.enum(['refuse', 'skip']),
  dry_run: z.boolean(),
};

export const peopleBody = z.object({
  ...common,
  mapping: z.partialRecord(z.enum(PEOPLE_FIELDS), columnName),
  default_type: z.enum(REGISTRABLE_KINDS).default('student'),
  passwords: z.enum(['generate', 'unset']),
});

export const attendanceBody = z.object({
  ...common,
  mapping: z.partialRecord(z.enum(ATTENDANCE_FIELDS), columnName),
  date_order: z.enum(DATE_ORDERS).default('ymd'),
});

export const uploadPeople = createRoute({
  ...allow('data.import', { body: 'table', rate: 'uploads' }),
  tags,
  method: 'post',
  path: '/admin/import/people/upload',
  summary: 'Bring a CSV or XLSX of people; its first line names the columns',
  request: { body: uploadBody },
  responses: answers(wireTableUpload, 'Columns, a sample, and a first guess at the mapping'),
});

export const importPeople = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/import/people',
  summary: 'Register the people of an uploaded file, or show in a dry run what would happen',
  request: { body: body(peopleBody) },
  responses: answers(wirePeopleImport, 'What was, or would be, imported'),
});

export const uploadPhotos = createRoute({
  ...allow('data.import', { body: 'archive', rate: 'uploads' }),
  tags,
  method: 'post',
  path: '/admin/import/photos/upload',
  summary: 'Bring a zip of photos named by id: A-1.jpg, A-1_2.jpg, or A-1/front.jpg',
  request: { body: uploadBody },
  responses: answers(
    z.object({
      upload: z.string(),
      people: z.number(),
      photos: z.number(),
      /** Names that nobody answers to. */
      unknown: z.array(z.string()),
      /** Pictures of a kind that is not read. */
      unreadable: z.array(z.string()),
      /** Photos beyond the number kept of one person. */
      surplus: z.array(z.string()),
    }),
    'Whom the names were understood as, and every picture that is left out',
  ),
});

export const importPhotos = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/import/photos',
  summary: 'Enrol the faces of an uploaded zip; it goes on by itself, the file is its report',
  request: {
    body: body(z.object({ upload: fileName, replace: z.boolean().default(true) })),
  },
  responses: answers(
    z.object({ message: z.string(), report_file: z.string() }),
    'The operation of this name shows how far it is; the report can be downloaded when it is done',
  ),
});

export const uploadAttendance = createRoute({
  ...allow('data.import', { body: 'table', rate: 'uploads' }),
  tags,
  method: 'post',
  path: '/admin/import/attendance/upload',
  summary: 'Bring a CSV or XLSX of past attendance',
  request: { body: uploadBody },
  responses: answers(wireTableUpload, 'Columns, a sample, and a first guess at the mapping'),
});

export const importAttendance = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/import/attendance',
  summary: 'Record the past days of an uploaded file, or show in a dry run what would happen',
  request: { body: body(attendanceBody) },
  responses: answers(wireAttendanceImport, 'What was, or would be, imported'),
});
