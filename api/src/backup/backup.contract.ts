import { createRoute } from '@hono/zod-openapi';
import { PASSPHRASE_MIN, SCHEDULE_LIMITS } from '@rollcall/core/backup/backup.rules';
import { OPERATION_KINDS, OPERATION_STATES } from '@rollcall/core/operations/operations.types';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import {
  answers,
  body,
  fileAnswer,
  fileName,
  message,
  optionalBody,
  uploadBody,
  wholeNumber,
  wireDate,
  wireTime,
} from '../http/contract-parts.ts';

export const csvBody = z.object({ date: z.union([z.literal('all'), z.literal(''), wireDate]).nullish() });

const passphrase = z.string().min(PASSPHRASE_MIN, `Use at least ${PASSPHRASE_MIN} characters.`).max(200);

export const backupBody = z.object({
  /** Without it, the archive is sealed with the institution's master key. */
  passphrase: passphrase.optional(),
});

const keepDaily = wholeNumber(1, SCHEDULE_LIMITS.keepDaily);
const keepWeekly = wholeNumber(0, SCHEDULE_LIMITS.keepWeekly);
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
  /** 0 to 100: the rows written of all rows. */
  progress: z.number(),
  problem: z.string().nullable(),
  timestamp: z.string(),
  filename: z.string(),
  /** The name under which the file is saved. */
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  created_by: z.string(),
  expires_at: z.string(),
  /** True when it can be downloaded. */
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
  summary: 'Make a backup: sealed with the passphrase (asks for a confirmation), or with the master key',
  request: { body: optionalBody(backupBody) },
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
  request: { body: optionalBody(csvBody) },
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
  ...allow('keys.export', { confirm: true, approve: 'key_export' }),
  tags,
  method: 'post',
  path: '/admin/keys/export',
  summary: 'The master key and the face keys as one file, sealed with a passphrase',
  request: { body: body(keysBody) },
  responses: fileAnswer('The file'),
});

export const download = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/download/{file}',
  summary: 'Download a backup or an export',
  request: { params: z.object({ file: fileName }) },
  responses: fileAnswer('The file'),
});

const restoreAdmin = allow('data.restore', { confirm: true, approve: 'restore' });

export const wireInspection = z.object({
  institution: z.string(),
  created_at: z.string(),
  schema: z.number(),
  rows: z.number(),
  counts: z.record(z.string(), z.number()),
  people_with_faces: z.number(),
  /** Those of them whose face keys are here; the others must enrol again. */
  faces_restored: z.number(),
  /** People deleted or erased since the backup, who are removed again: how many, and the codes of the first 50. */
  removed_again: z.object({ erased: z.number(), deleted: z.number(), ids: z.array(z.string()) }),
  /** Consents that were withdrawn since the backup and stay withdrawn. */
  consents_withdrawn_again: z.number(),
  /** True: administrators and their passwords will be those of the backup, which are others than now. */
  admin_password_changes: z.boolean(),
});

export const restoreBody = z.object({
  upload: fileName,
  passphrase: z.string().min(1).max(200).optional(),
  /** True: the whole archive is read and nothing is written. */
  dry_run: z.boolean(),
  /** The name of the institution whose data is replaced; required unless dry_run is true. */
  institution_name: z.string().max(200).default(''),
  /** Restore even if the backup of the present data, which is made first, fails. */
  without_backup: z.boolean().default(false),
});

export const uploadArchive = createRoute({
  ...allow('data.restore', { body: 'archive', rate: 'uploads' }),
  tags,
  method: 'post',
  path: '/admin/restore/upload',
  summary: 'Bring an archive; it is kept for a day',
  request: { body: uploadBody },
  responses: answers(
    z.object({
      upload: z.string(),
      institution: z.string(),
      created_at: z.string(),
      needs_passphrase: z.boolean(),
    }),
    'What the archive says about itself',
  ),
});

export const restore = createRoute({
  ...restoreAdmin,
  tags,
  method: 'post',
  path: '/admin/restore',
  summary: 'Put an uploaded archive in the place of everything; everybody is signed out',
  request: { body: body(restoreBody) },
  responses: answers(
    z.object({ message: z.string(), archive: wireInspection }),
    'Restored, or read to the end',
  ),
});

export const restoreProgress = createRoute({
  // Public: a running restore blocks the lookup of sessions, and at its end all sessions are gone. The random name of
  // the upload is known to the uploader only, and the answer holds nothing but a percentage.
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/restore/{upload}/progress',
  summary: 'How far a running restore is',
  request: { params: z.object({ upload: fileName }) },
  responses: answers(
    z.object({
      /** 0 to 100; null when no restore of this upload is running. */
      progress: z.number().nullable(),
    }),
    'Rows handled of rows to handle',
  ),
});
