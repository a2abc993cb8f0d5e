import { AppError } from '@rollcall/core/kernel/errors';
import { isStorable } from '@rollcall/core/kernel/text';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from './router.ts';

const UNSTORABLE = 'This contains characters that cannot be stored.';

/** The first place in a JSON value, key or string, that the database could not store; null when there is none. */
function unstorablePlace(root: unknown): string | null {
  const open: (readonly [string, unknown])[] = [['body', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isStorable(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, each] of Object.entries(value)) {
      if (!isStorable(key)) return path;
      open.push([path === 'body' ? key : `${path}.${key}`, each]);
    }
  }
  return null;
}

/** Refuses JSON with NUL or half of a surrogate pair in a string, naming the field. Broken JSON is left to the parser. */
export function refuseUnstorableJson(text: string): void {
  // Only an escape can bring such a character: JSON has no raw NUL, and UTF-8 no half of a pair.
  if (!text.includes('\\u')) return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const place = unstorablePlace(value);
  if (place !== null)
    throw new AppError('invalid_input', { message: UNSTORABLE, fields: { [place]: UNSTORABLE } });
}

/** Middleware: refuses NUL in the path and the query. */
export function refuseUnstorableUrl(): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    if (/%00|\0/.test(c.req.url)) throw new AppError('invalid_input', { message: UNSTORABLE });
    await next();
  });
}
