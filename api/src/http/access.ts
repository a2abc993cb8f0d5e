import { type Action, type Actor, can } from '@rollcall/core/access';
import { AppError } from '@rollcall/core/errors';
import type { Services } from '@rollcall/core/services';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from './env.ts';

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/;

/** Says how to find out who asks. Deciding what they may do is `allow`'s part. */
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
 * Part of every route: the action it needs, or that it is public. It is written into the OpenAPI document too,
 * from which the 401 and 403 tests of every route are made; a route without it fails those tests.
 */
export const allow = (action: Action) => ({
  'x-access': action,
  security: [{ bearer: [] }],
  middleware: enforce(action),
});

export const allowAnyone = { 'x-access': 'public', security: [] };

/** For handlers behind `allow`: the actor is there, or the route forgot its guard. */
export function actorOf(c: Context<Env>): Actor {
  const actor = c.get('actor');
  if (!actor) throw new AppError('unauthenticated');
  return actor;
}
