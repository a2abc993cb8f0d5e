import { isStorable } from '@rollcall/core/kernel/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refuseCostlyJson } from './json-shape.ts';

const MANY = 1_000_000;

/** The code of the refusal, and the field that it names; null for what is taken. */
function refusal(
  text: string,
  values = MANY,
  { escapes = MANY, outside = MANY } = {},
): readonly [string, ...string[]] | null {
  try {
    refuseCostlyJson(text, { values, escapes, outside });
    return null;
  } catch (error) {
    const { code, fields } = error as { code: string; fields?: Record<string, string> }; // an AppError
    return [code, ...Object.keys(fields ?? {})];
  }
}

/** JSON in which every character of every string is written as an escape. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const everyText = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...everyText(each)]);
};

describe('the shape of JSON, seen without parsing it', () => {
  it('refuses what cannot be stored, and nothing else, for arbitrary JSON with arbitrary characters', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u0000', '\ud800', '\udc00x', 'a\\u0000', '"'),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.array(tie('any')),
        fc.dictionary(text, tie('any')),
      ),
    })).any;
    fc.assert(
      fc.property(value, (each) => {
        expect(refusal(escaped(each)) === null).toBe(everyText(each).every(isStorable));
      }),
    );
  });

  it.each([
    ['{"a":"x\\u0000"}', 'a'],
    ['{"a":{"b":["x","\\ud800"]}}', 'a.b.1'],
    ['{"a":{"\\u0000":1}}', 'a'],
    ['{"\\u0000":1}', 'body'],
    ['"\\udc00"', 'body'],
  ])('names the field: %s', (text, field) => {
    expect(refusal(text)).toEqual(['invalid_input', field]);
  });

  it('counts values before they are parsed: commas and brackets outside of strings', () => {
    expect(refusal('["a,b,[,{","c"]', 2)).toBeNull();
    expect(refusal('[1,2,3]', 2)).toEqual(['payload_too_large']);
    expect(refusal(`{"frames":[${'0,'.repeat(500)}0]}`, 500)).toEqual(['payload_too_large']);
    expect(refusal('["a\\"b","c"]', 2)).toBeNull();
  });

  it('counts escapes, and characters outside of strings', () => {
    expect(refusal('["a\\u0041\\n","\\\\"]', MANY, { escapes: 3 })).toBeNull();
    expect(refusal('["a\\u0041\\n","\\\\"]', MANY, { escapes: 2 })).toEqual(['payload_too_large']);
    expect(refusal(`{"a": ${'1'.repeat(50)}}`, MANY, { outside: 40 })).toEqual(['payload_too_large']);
    expect(refusal(`{"a": "${'1'.repeat(50)}"}`, MANY, { outside: 40 })).toBeNull();
  });

  it('refuses deep nesting, closed or not', () => {
    expect(refusal('['.repeat(MANY))).toEqual(['invalid_input']);
    expect(refusal(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)).toEqual(['invalid_input']);
    expect(refusal(`${'['.repeat(30)}${']'.repeat(30)}`)).toBeNull();
  });

  it('leaves what is no JSON to the parser', () => {
    for (const text of ['', '{', '"open', '"open\\', '{"a":"\\u00"}', 'nothing'])
      expect(refusal(text)).toBeNull();
  });
});
