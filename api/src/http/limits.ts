import { AppError } from '@rollcall/core/errors';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Env } from './env.ts';

const MEGABYTE = 1024 * 1024;
const IMAGE_CALLS = new Set([
  '/api/admin/capture-face',
  '/api/admin/scan-face',
  '/api/admin/check-face-detection',
  '/api/admin/test-camera',
  '/api/user/mark-attendance-with-image',
]);

const CLASS_PHOTO = /^\/api\/admin\/classes\/\d+\/identify$/;

/** An archive, or a zip of photos, is written to the disk as it arrives, never held in memory. */
const ARCHIVE_CALLS = new Set(['/api/admin/restore/upload', '/api/admin/import/photos/upload']);
const ARCHIVE_MAX = 8192 * MEGABYTE;

/** Spreadsheets; the service refuses what is too large for one while it arrives. */
const SHEET_CALLS = new Set(['/api/admin/import/people/upload', '/api/admin/import/attendance/upload']);
const SHEET_MAX = 20 * MEGABYTE;

/** 8 MB where a picture arrives, 1 MB everywhere else. Refused while reading, before anything is parsed. */
export function limitBodies(): MiddlewareHandler<Env> {
  const onError = () => {
    throw new AppError('payload_too_large');
  };
  const small = bodyLimit({ maxSize: MEGABYTE, onError });
  const large = bodyLimit({ maxSize: 8 * MEGABYTE, onError });
  const huge = bodyLimit({ maxSize: ARCHIVE_MAX, onError });
  const sheet = bodyLimit({ maxSize: SHEET_MAX, onError });
  const limitOf = (path: string) => {
    if (ARCHIVE_CALLS.has(path)) return huge;
    if (SHEET_CALLS.has(path)) return sheet;
    return IMAGE_CALLS.has(path) || CLASS_PHOTO.test(path) ? large : small;
  };
  return (c, next) => limitOf(c.req.path)(c, next);
}
