import { createRoute } from '@hono/zod-openapi';
import { OPERATION_KINDS } from '@rollcall/core/backup/backup.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers } from '../http/route-parts.ts';
import { wireDate } from '../http/wire-time.ts';

export const csvBody = z.object({ date: z.union([z.literal('all'), z.literal(''), wireDate]).nullish() });

export const wireOperation = z.object({
  type: z.enum(OPERATION_KINDS),
  timestamp: z.string(),
  filename: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  created_by: z.string(),
  expires_at: z.string(),
});

const admin = allow('data.export');
const tags = ['Backup and export'];
const exportFile = answers(z.object({ export_file: z.string() }), 'The name to download');

export const backupDatabase = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/backup/database',
  summary: 'Make a backup',
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
