import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cursorOf, toCursor } from './cursor.ts';

const place = cursorOf(z.tuple([z.string(), z.number().int()]));

describe('a cursor', () => {
  it('holds a place in a list, in letters that a query takes as they are', () => {
    const text = toCursor(['2026-03-02', 4711]);
    expect(text).toMatch(/^[\w-]+$/);
    expect(place.parse(text)).toEqual(['2026-03-02', 4711]);
  });

  it.each(['', 'x', '%', toCursor([4711]), toCursor([]), 'a'.repeat(300)])('refuses %j', (text) => {
    expect(place.safeParse(text).success).toBe(false);
  });
});
