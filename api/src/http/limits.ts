import { AppError } from '@rollcall/core/kernel/errors';
import { IMPORT_LIMITS } from '@rollcall/core/tables/uploaded-table';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Env } from './router.ts';

const MEGABYTE = 1024 * 1024;

/** Calls whose JSON body carries base64 images. */
const IMAGE_MAX = 8 * MEGABYTE;
const IMAGE_CALLS = new Set([
  '/api/admin/capture-face',
  '/api/admin/scan-face',
  '/api/admin/check-face-detection',
  '/api/admin/test-camera',
  '/api/user/mark-attendance-with-image',
]);
const CLASS_PHOTO_CALL = /^\/api\/admin\/classes\/\d+\/identify$/;

/** Archives and zips of photos are written to disk while they arrive, never held in memory. */
const ARCHIVE_MAX = 8192 * MEGABYTE;
const ARCHIVE_CALLS = new Set(['/api/admin/restore/upload', '/api/admin/import/photos/upload']);

/** Tables to import. */
const TABLE_CALLS = new Set(['/api/admin/import/people/upload', '/api/admin/import/attendance/upload']);

/** Middleware: limits the size of request bodies by path. Refuses while reading, before anything is parsed. */
export function limitBodies(): MiddlewareHandler<Env> {
  const onError = () => {
    throw new AppError('payload_too_large');
  };
  const other = bodyLimit({ maxSize: MEGABYTE, onError });
  const image = bodyLimit({ maxSize: IMAGE_MAX, onError });
  const table = bodyLimit({ maxSize: IMPORT_LIMITS.bytes, onError });
  const archive = bodyLimit({ maxSize: ARCHIVE_MAX, onError });
  const limitOf = (path: string) => {
    if (ARCHIVE_CALLS.has(path)) return archive;
    if (TABLE_CALLS.has(path)) return table;
    return IMAGE_CALLS.has(path) || CLASS_PHOTO_CALL.test(path) ? image : other;
  };
  return (c, next) => limitOf(c.req.path)(c, next);
}
