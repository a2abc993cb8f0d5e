import { z } from 'zod';

/**
 * A place in a list as a text that means nothing to clients: they hand the `next_cursor` of one page over as the `cursor` of the
 * next. Rows that come or go meanwhile shift nothing, and a page far down costs what the first one does.
 */
export const toCursor = (place: readonly (string | number)[]): string =>
  btoa(JSON.stringify(place)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Longer than any place in a list. */
const CURSOR_MAX = 200;

function parsed(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return undefined;
  }
}

/** A cursor in a query; `place` says what it holds. */
export const cursorOf = <Place extends z.ZodType>(place: Place) =>
  z
    .string()
    .max(CURSOR_MAX)
    .transform((text, context): z.output<Place> => {
      const found = place.safeParse(parsed(text));
      if (found.success) return found.data;
      context.addIssue({ code: 'custom', message: 'This is not a place in this list.' });
      return z.NEVER;
    });

/** Where there are more. */
export const nextCursor = { next_cursor: z.string().optional() };
