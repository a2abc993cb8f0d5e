import { AppError } from '@rollcall/core/kernel/errors';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Env } from './router.ts';

/** What a host logs and counts of a request. Never the path or the query: they carry ids of people. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route (`/api/admin/users/:id`), or `unknown`. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** The code of a refusal (`user_not_found`). */
  readonly code: string | undefined;
  /** What was thrown. */
  readonly error: Error | undefined;
}

export type OnAnswer = (request: AnsweredRequest) => void;

/** Middleware: tells the host of every answer, when its head is known. A stream or a download may go on after that. */
export function reportAnswers(onAnswer: OnAnswer): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { error } = c;
    onAnswer({
      requestId: c.get('requestId'),
      method: c.req.method,
      // Middleware matches by a star; the last match is the route itself.
      route:
        matchedRoutes(c)
          .findLast(({ path }) => !path.includes('*'))
          ?.path.replace(/\{[^}]*\}/g, '') ?? 'unknown',
      status: c.res.status,
      ms: Math.round(performance.now() - start),
      code: error instanceof AppError ? error.code : undefined,
      error,
    });
  };
}
