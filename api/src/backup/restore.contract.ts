import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import { answers, body } from '../http/route-parts.ts';

const admin = allow('data.restore');
const tags = ['Backup and export'];

export const wireInspection = z.object({
  institution: z.string(),
  created_at: z.string(),
  schema: z.number(),
  rows: z.number(),
  counts: z.record(z.string(), z.number()),
  people_with_faces: z.number(),
  /** Of those, whose keys are here; the others enrol again. */
  faces_restored: z.number(),
});

export const restoreBody = z.object({
  upload: z.string().min(1).max(200),
  passphrase: z.string().min(1).max(200).optional(),
  /** True: the whole archive is read and nothing is written. */
  dry_run: z.boolean(),
  /** Needed without dry_run: the name of the institution whose data is replaced. */
  institution_name: z.string().max(200).default(''),
});

export const uploadArchive = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/restore/upload',
  summary: 'Bring an archive; it is kept for a day',
  request: {
    body: { content: { 'application/octet-stream': { schema: z.unknown() } }, required: true },
  },
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
  ...admin,
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
  // While a restore runs nobody can be asked who they are, and at its end nobody is signed in. The name of the upload
  // is the secret: only whoever brought the file knows it, and all it opens are two numbers.
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/restore/{upload}/progress',
  summary: 'How far a running restore is',
  request: { params: z.object({ upload: z.string().min(1).max(200) }) },
  responses: answers(
    z.object({
      /** 0 to 100, or null when none is running under this name. */
      progress: z.number().nullable(),
    }),
    'Rows handled of rows to handle',
  ),
});
