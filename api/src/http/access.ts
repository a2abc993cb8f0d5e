import { type Action, type Actor, can } from '@rollcall/core/kernel/access';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Services } from '@rollcall/core/services';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from './router.ts';

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/;

/** Middleware: makes the actor of the bearer token available. Permissions are checked by `allow`. */
export function identify(services: Services): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const token = BEARER.exec(c.req.header('Authorization') ?? '')?.[1];
    c.set('identify', async () =>
      token === undefined ? null : services.auth.authenticate(token, c.get('address')),
    );
    await next();
  });
}

const enforce = (action: Action): MiddlewareHandler<Env> =>
  createMiddleware<Env>(async (c, next) => {
    const actor = await c.get('identify')();
    if (!actor) throw new AppError('unauthenticated');
    if (!can(actor, action)) throw new AppError('forbidden');
    c.set('actor', actor);
    await next();
  });

/**
 * Route options that require a permission. The action is also written into the OpenAPI document (`x-access`), from
 * which the 401 and 403 tests of every route are generated; a route without `x-access` fails those tests.
 */
export const allow = (action: Action) => ({
  'x-access': action,
  security: [{ bearer: [] }],
  middleware: enforce(action),
});

/** Route options of a public route. */
export const allowAnyone = { 'x-access': 'public', security: [] };

/** The actor of a request whose route uses `allow`. */
export function actorOf(c: Context<Env>): Actor {
  const actor = c.get('actor');
  if (!actor) throw new AppError('unauthenticated');
  return actor;
}
