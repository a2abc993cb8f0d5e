import { AppError } from '@rollcall/core/kernel/errors';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from './router.ts';

const UNSTORABLE = 'This contains characters that cannot be stored.';

/** Middleware: refuses NUL in the path and the query. */
export function refuseUnstorableUrl(): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    if (/%00|\0/.test(c.req.url)) throw new AppError('invalid_input', { message: UNSTORABLE });
    await next();
  });
}
