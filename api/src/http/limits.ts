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

/** 8 MB where pictures arrive, 1 MB everywhere else. Refused while reading, before anything is parsed. */
export function limitBodies(): MiddlewareHandler<Env> {
  const onError = () => {
    throw new AppError('payload_too_large');
  };
  const small = bodyLimit({ maxSize: MEGABYTE, onError });
  const large = bodyLimit({ maxSize: 8 * MEGABYTE, onError });
  return (c, next) => (IMAGE_CALLS.has(c.req.path) ? large : small)(c, next);
}
