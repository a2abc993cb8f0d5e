import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** The name in a Host header, without port and brackets. */
const nameIn = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();

interface Options {
  readonly demoMode: boolean;
  /** The operator has put a proxy in front on purpose. */
  readonly trustProxy: boolean;
  /** Names under which the server answers; when undefined all, in demo mode the names of this machine. */
  readonly allowedHosts: readonly string[] | undefined;
}

/**
 * Middleware: answers only to the names of this server. In demo mode, whose passwords are public, these are the names of
 * this machine and those the operator lists, and nothing that came through a proxy by accident: another web page can point a name of its own at 127.0.0.1.
 */
export function createHostGuard({ demoMode, trustProxy, allowedHosts }: Options): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    const name = nameIn(c.req.header('host') ?? '');
    const isOurs = allowedHosts?.includes(name) ?? !demoMode;
    const isLoopback = demoMode && LOOPBACK.test(name);
    if (!isOurs && !isLoopback) return c.text('This server has another name.', 421);
    if (demoMode && !trustProxy && FORWARDED.some((header) => c.req.header(header) !== undefined))
      return c.text('Demo mode answers callers on this machine only.', 403);
    await next();
  });
}
