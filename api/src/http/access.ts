import type { KioskActor } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { digestOfBody, readHeader } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { ApprovableAct } from '@rollcall/core/auth/approvals/approvals.types';
import { type Action, type Actor, can } from '@rollcall/core/kernel/access';
import { AppError, type ErrorCode } from '@rollcall/core/kernel/errors';
import type { Services } from '@rollcall/core/services';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { RateKind } from './call-limits.ts';
import { namedPicture } from './formats/picture-form.ts';
import { type BodyKind, receiveBody } from './request-body.ts';
import type { Env } from './router.ts';

/** The clock of the caller's device in milliseconds since 1970: evidence while the server's own is doubted. */
export const CLIENT_TIME_HEADER = 'X-Client-Time';
const MILLISECONDS = /^\d{1,15}$/;
const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/;

/** Middleware: makes the actor of the bearer token available. Permissions are checked by `allow`. */
export function identify(services: Services): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const token = BEARER.exec(c.req.header('Authorization') ?? '')?.[1];
    c.set('safeguards', services.safeguards);
    c.set('kioskAccess', services.kioskAccess);
    c.set('identify', async () => {
      const actor = token === undefined ? null : await services.auth.authenticate(token, c.get('address'));
      const deviceTime = MILLISECONDS.exec(c.req.header(CLIENT_TIME_HEADER) ?? '')?.[0];
      // A program with an API token often runs on this very machine, and has the same wrong clock.
      if (actor && actor.tokenId === undefined && deviceTime !== undefined)
        await services.clockGuard.hear(actor, Number(deviceTime));
      return actor;
    });
    await next();
  });
}

/** What else a route says about its calls: the kind of body it takes, and which limit counts them. */
interface CallRules {
  readonly body?: BodyKind;
  readonly rate?: RateKind;
  /** The caller has shown who they are within the last five minutes. */
  readonly confirm?: boolean;
  /** A second administrator approves the act, where the institution wants it. */
  readonly approve?: ApprovableAct;
}

/** The call as it was sent, for an approval that holds for the same call only. */
async function askedCall(c: Context<Env>, act: ApprovableAct) {
  const { pathname, search } = new URL(c.req.url);
  return {
    act,
    method: c.req.method,
    path: `${pathname}${search}`,
    params: c.req.param() as Record<string, string>, // the type names no parameter outside of a route
    query: c.req.query(),
    body: await c.req.text(),
  };
}

/** Says what is left to do, which is why the session may do nothing else. */
const refusalOf = ({ mustDo }: Actor): ErrorCode => {
  if (mustDo === 'password') return 'password_change_needed';
  return mustDo === 'second_factor' ? 'second_factor_setup_needed' : 'forbidden';
};

/** Middleware: who calls, whether they may, whether they call too often, and only then the body. */
const enforce = (
  action: Action,
  { body = 'json', rate, confirm = false, approve }: CallRules,
): MiddlewareHandler<Env> =>
  createMiddleware<Env>(async (c, next) => {
    const actor = await c.get('identify')();
    if (!actor) throw new AppError('unauthenticated');
    await c.get('limits').countToken(actor);
    if (!can(actor, action)) throw new AppError(refusalOf(actor));
    c.set('actor', actor);
    if (confirm) c.get('safeguards').requireConfirmation(actor);
    const answer = async () => {
      await receiveBody(c, body);
      if (approve) await c.get('safeguards').requireApproval(actor, await askedCall(c, approve));
      await next();
    };
    await (rate ? c.get('limits').run(rate, actor, c.get('address'), answer) : answer());
  });

/**
 * Route options that require a permission. The action is also written into the OpenAPI document (`x-access`), from
 * which the 401 and 403 tests of every route are generated; a route without `x-access` fails those tests. `x-body` names
 * the kind of body where it is not `json`.
 */
export const allow = (action: Action, rules: CallRules = {}) => ({
  'x-access': action,
  ...(rules.body ? { 'x-body': rules.body } : {}),
  ...(rules.confirm ? { 'x-confirm': true } : {}),
  ...(rules.approve ? { 'x-approve': rules.approve } : {}),
  security: [{ bearer: [] }],
  middleware: enforce(action, rules),
});

/** Middleware: which kiosk calls, that it signed this very call, and whether it calls too often. */
const enforceKiosk = (body: BodyKind): MiddlewareHandler<Env> =>
  createMiddleware<Env>(async (c, next) => {
    const access = c.get('kioskAccess');
    const header = readHeader(c.req.header('Authorization'));
    if (!header) throw new AppError('unauthenticated');
    const { pathname, search } = new URL(c.req.url);
    const call = { header, method: c.req.method, path: `${pathname}${search}`, address: c.get('address') };
    const kiosk = await access.authenticate(call);
    c.set('kiosk', kiosk);
    await c.get('limits').run('kiosk', kiosk, call.address, async () => {
      // Before anything is made of the body: a changed one is a forgery, however broken it is.
      await receiveBody(c, body, async (sent) =>
        access.assertBody(kiosk, header.digest, await digestOfBody(sent)),
      );
      await next();
    });
  });

/** Route options of a route that paired kiosks call, and nobody else: a person's session means nothing there. */
export const allowKiosk = (body: BodyKind = 'json') => ({
  'x-access': 'kiosk',
  'x-body': body,
  security: [{ kiosk: [] }],
  middleware: enforceKiosk(body),
});

/** The kiosk of a request whose route uses `allowKiosk`. */
export function kioskOf(c: Context<Env>): KioskActor {
  const kiosk = c.get('kiosk');
  if (!kiosk) throw new AppError('unauthenticated');
  return kiosk;
}

/** Route options of a public route. */
export const allowAnyone = {
  'x-access': 'public',
  'x-body': 'public' satisfies BodyKind,
  security: [],
  middleware: createMiddleware<Env>(async (c, next) => {
    if (c.req.raw.body) await c.get('limits').countPublicBody(c.get('address'));
    await receiveBody(c, 'public');
    await next();
  }),
};

/** Opens the pictures of a request: in its JSON, or beside it. */
export const picturesOf =
  (c: Context<Env>, images: { decode(image: string | Uint8Array): Uint8Array }) =>
  (field: string): Uint8Array =>
    images.decode(namedPicture(field, c.get('pictures')));

/** The actor of a request whose route uses `allow`. */
export function actorOf(c: Context<Env>): Actor {
  const actor = c.get('actor');
  if (!actor) throw new AppError('unauthenticated');
  return actor;
}
