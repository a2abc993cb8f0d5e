import { createRoute } from '@hono/zod-openapi';
import { PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import { OPERATION_KINDS, OPERATION_STATES } from '@rollcall/core/backup/backup.types';
import { SCHEDULE_LIMITS } from '@rollcall/core/backup/schedule.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, message } from '../http/route-parts.ts';
import { wireDate, wireTime } from '../http/wire-time.ts';

export const csvBody = z.object({ date: z.union([z.literal('all'), z.literal(''), wireDate]).nullish() });

const passphrase = z
  .string()
  .min(PASSPHRASE_MIN, `A passphrase has at least ${PASSPHRASE_MIN} characters.`)
  .max(200);

export const backupBody = z.object({
  /** Without one, the archive is sealed with the institution's master key. */
  passphrase: passphrase.optional(),
});

const keepDaily = z.coerce.number().int().min(1).max(SCHEDULE_LIMITS.keepDaily);
const keepWeekly = z.coerce.number().int().min(0).max(SCHEDULE_LIMITS.keepWeekly);
export const scheduleBody = z.object({
  enabled: z.boolean(),
  time: wireTime,
  keep_daily: keepDaily,
  keep_weekly: keepWeekly,
});
const scheduleAnswer = z.object({
  enabled: z.boolean(),
  time: z.string(),
  keep_daily: z.number(),
  keep_weekly: z.number(),
});

export const wireOperation = z.object({
  type: z.enum(OPERATION_KINDS),
  state: z.enum(OPERATION_STATES),
  /** 0 to 100; rows written of rows to write. */
  progress: z.number(),
  problem: z.string().nullable(),
  timestamp: z.string(),
  filename: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  created_by: z.string(),
  expires_at: z.string(),
  /** True when there is something to download. */
  has_file: z.boolean(),
});

export const keysBody = z.object({ passphrase });

const admin = allow('data.export');
const tags = ['Backup and export'];
const exportFile = answers(z.object({ export_file: z.string() }), 'The name to download');

export const backupDatabase = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/backup/database',
  summary: 'Make a backup: sealed with the passphrase, or with the master key',
  request: { body: { content: { 'application/json': { schema: backupBody } }, required: false } },
  responses: answers(z.object({ backup_file: z.string() }), 'The name to download'),
});

export const exportJson = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/export/json',
  summary: 'Export everything but secrets and faces as JSON',
  responses: exportFile,
});

export const exportCsv = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/export/csv',
  summary: 'Export the attendance of one day, or of all days, as CSV',
  request: { body: { content: { 'application/json': { schema: csvBody } }, required: false } },
  responses: exportFile,
});

export const operations = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/operations',
  summary: 'Recent backups and exports',
  responses: answers(z.object({ operations: z.array(wireOperation) }), 'Newest first'),
});

export const getSchedule = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/backup/schedule',
  summary: 'When backups are made by themselves, and how long they are kept',
  responses: answers(scheduleAnswer, 'The saved schedule, or the default'),
});

export const saveSchedule = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/backup/schedule',
  summary: 'Save the backup schedule',
  request: { body: body(scheduleBody) },
  responses: answers(message, 'Saved'),
});

export const exportKeys = createRoute({
  ...allow('keys.export'),
  tags,
  method: 'post',
  path: '/admin/keys/export',
  summary: 'The master key and the face keys as one file, sealed with a passphrase',
  request: { body: body(keysBody) },
  responses: {
    200: { content: { 'application/octet-stream': { schema: z.string() } }, description: 'The file' },
  },
});

export const download = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/download/{file}',
  summary: 'Download a backup or an export',
  request: { params: z.object({ file: z.string().min(1).max(200) }) },
  responses: {
    200: { content: { 'application/octet-stream': { schema: z.string() } }, description: 'The file' },
  },
});
