import { createHash, timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers that a proxy adds to what it passes on. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

export const isForwarded = (c: Context): boolean =>
  FORWARDED.some((name) => c.req.header(name) !== undefined);

/**
 * Whether a request comes from who runs this server: it has METRICS_TOKEN, or comes from this machine and not through a
 * proxy on it, whose callers may be anybody.
 */
export const createIsOperator =
  (token: string | undefined) =>
  (c: Context): boolean => {
    const given = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1];
    if (token !== undefined && given !== undefined) return timingSafeEqual(digest(given), digest(token));
    return !isForwarded(c) && LOOPBACK.has(getConnInfo(c).remote.address ?? '');
  };

const digest = (text: string) => createHash('sha256').update(text).digest();
