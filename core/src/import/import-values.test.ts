import { describe, expect, it } from 'vitest';
import { generatePassword } from '../people/generated-password.rules.ts';
import { readDate, readTime } from './attendance-import.rules.ts';

describe('dates and times in an imported file', () => {
  it('are parsed in the given order of day and month, from ISO text and from spreadsheet numbers', () => {
    expect(['2026-3-5', '05.03.2026', '5/3/26', '46086'].map((text) => readDate(text, 'dmy'))).toEqual([
      '2026-03-05',
      '2026-03-05',
      '2026-03-05',
      '2026-03-05',
    ]);
    expect(readDate('3/5/2026', 'mdy')).toBe('2026-03-05');
    expect(['1026-03-02', '05.03.1026', '1899-12-31'].map((text) => readDate(text, 'dmy'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(['31.02.2026', 'yesterday', '5/3/26'].map((text) => readDate(text, 'ymd'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(['9:05', '09:05:59', '0.375', ''].map(readTime)).toEqual(['09:05', '09:05', '09:00', null]);
    expect(['25:00', 'nine'].map(readTime)).toEqual([undefined, undefined]);
  });

  it('are parsed from a cell that holds both', () => {
    expect([readDate('2026-03-05 09:00', 'ymd'), readTime('2026-03-05 09:00')]).toEqual([
      '2026-03-05',
      '09:00',
    ]);
  });
});

describe('a generated password', () => {
  it('has three groups of unambiguous characters and never repeats', () => {
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
    const generated = Array.from({ length: 200 }, () => generatePassword(random));
    for (const each of generated) expect(each).toMatch(/^([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/);
    expect(new Set(generated).size).toBe(200);
  });
});
