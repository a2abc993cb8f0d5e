import { AppError } from '@rollcall/core/kernel/errors';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './router.ts';

/** Answered during a restore as well: state of the server, progress of the restore, documentation. */
const ALWAYS_ANSWERED = /^\/api\/(health|ready|metrics|docs|openapi\.json|restore\/[^/]+\/progress)\/?$/;
const RETRY_AFTER_SECONDS = 15;

/**
 * Refuses calls while a restore runs, at whichever server. A call that slips through has its transaction refused by the
 * database; this check keeps the others from waiting for tables that are being replaced.
 */
export function refuseDuringRestore(restore: { isRunning(): Promise<boolean> }): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!ALWAYS_ANSWERED.test(c.req.path)) {
      // A database that does not answer is for the call itself to report.
      const isRunning = await restore.isRunning().catch(() => false);
      if (isRunning) throw new AppError('maintenance', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    await next();
  };
}
