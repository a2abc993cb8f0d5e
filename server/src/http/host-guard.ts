import { createHash, timingSafeEqual } from 'node:crypto';
import { hostname } from 'node:os';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import type { TrustedProxies } from './addresses.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/;
/** Names that only a network of one's own gives out, so that no web page can point one of its own at this server. */
const LOCAL_NAME = /^[^.]+$|\.(local|lan|home|intranet|internal|home\.arpa)$/;

/** The name in a Host header, without port, brackets and the dot at its end. */
const nameIn = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

const isAddress = (name: string): boolean =>
  name.includes(':') ? ipaddr.IPv6.isValid(name) : ipaddr.IPv4.isValidFourPartDecimal(name);

interface Options {
  readonly demoMode: boolean;
  readonly trustProxy: TrustedProxies;
  /** The address of this server for people. */
  readonly publicUrl: string | undefined;
  /** Names that the operator lists. */
  readonly allowedHosts: readonly string[] | undefined;
  /** HTTPS of our own, whose certificate has further names. */
  readonly https?: { readonly names: readonly string[] } | undefined;
  /** The name of this machine. */
  readonly machine?: string;
}

/** The names under which a server answers. */
function createIsOurs(options: Options) {
  const { demoMode, trustProxy, publicUrl, allowedHosts, machine = hostname() } = options;
  const listed = new Set([...(allowedHosts ?? []), ...(options.https?.names ?? [])]);
  if (publicUrl !== undefined) listed.add(nameIn(new URL(publicUrl).host));
  return (name: string): boolean => {
    if (listed.has(name) || LOOPBACK.test(name)) return true;
    if (demoMode) return false;
    // A page can point a name at this server, but not an address.
    if (isAddress(name)) return true;
    if (allowedHosts !== undefined) return false;
    // Behind a proxy its certificate decides: a browser does not talk to it under another name.
    if (trustProxy !== false && publicUrl === undefined) return true;
    return (name !== '' && LOCAL_NAME.test(name)) || name === machine.toLowerCase();
  };
}

/**
 * Middleware: answers only to the names of this server. A web page can point a name of its own at 127.0.0.1 or at a
 * server inside the school, and would be let in as a page of this server by the browsers of those who look at it. Demo
 * mode, whose passwords are public, also answers nothing that came through a proxy by accident.
 */
export function createHostGuard(options: Options): MiddlewareHandler {
  const isOurs = createIsOurs(options);
  return createMiddleware(async (c, next) => {
    const name = nameIn(c.req.header('host') ?? '');
    if (!isOurs(name))
      return c.text('This server has another name. To use this one, set PUBLIC_URL or ALLOWED_HOSTS.\n', 421);
    if (options.demoMode && isForwarded(c))
      return c.text('Demo mode answers callers on this machine only.', 403);
    await next();
  });
}

const THIS_MACHINE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers that a proxy adds to what it passes on. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

const isForwarded = (c: Context): boolean => FORWARDED.some((name) => c.req.header(name) !== undefined);

/**
 * Whether a request comes from who runs this server: it has METRICS_TOKEN, or comes from this machine and not through a
 * proxy on it, whose callers may be anybody.
 */
export const createIsOperator =
  (token: string | undefined) =>
  (c: Context): boolean => {
    const given = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1];
    if (token !== undefined && given !== undefined) return timingSafeEqual(digest(given), digest(token));
    return !isForwarded(c) && THIS_MACHINE.has(getConnInfo(c).remote.address ?? '');
  };

const digest = (text: string) => createHash('sha256').update(text).digest();
