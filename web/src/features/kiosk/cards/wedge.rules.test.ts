import { describe, expect, it } from 'vitest';
import { followKeys, isField, type Key, type Typing } from './wedge.rules.ts';

/** Types keys and answers what was read. */
function reads(keys: readonly Key[]): string[] {
  const found: string[] = [];
  let typing: Typing | null = null;
  for (const key of keys) {
    const next = followKeys(typing, key);
    typing = next.typing;
    if (next.read !== null) found.push(next.read);
  }
  return found;
}

const codeOf = (char: string): string => {
  if (/\d/.test(char)) return `Digit${char}`;
  if (char === ':') return 'Semicolon';
  if (char === '.') return 'Period';
  return `Key${char.toUpperCase()}`;
};
/** A text, a key every few milliseconds, and Enter. */
const typed = (text: string, { everyMs = 8, from = 0, layout = (char: string) => char } = {}): Key[] => [
  ...[...text].map((char, at) => ({ code: codeOf(char), key: layout(char), at: from + at * everyMs })),
  { code: 'Enter', key: 'Enter', at: from + text.length * everyMs },
];

describe('a reader that types like a keyboard', () => {
  it('is read when its Enter comes, whether it types capitals or not', () => {
    expect(reads(typed('04a23f9b'))).toEqual(['04a23f9b']);
    expect(reads(typed('0004567890'))).toEqual(['0004567890']);
    const code = `RC1:${'AB23'.repeat(8)}`;
    const shifted = typed(code).flatMap((key) => [{ code: 'ShiftLeft', key: 'Shift', at: key.at }, key]);
    expect(reads(shifted)).toEqual([code]);
  });

  it('is read twice when it reads twice', () => {
    expect(reads([...typed('11112222'), ...typed('33334444', { from: 200 })])).toEqual([
      '11112222',
      '33334444',
    ]);
  });

  it('is told from somebody who types', () => {
    expect(reads(typed('04a23f9b', { everyMs: 60 }))).toEqual([]);
    expect(reads(typed('04a23f9b', { everyMs: 150 }))).toEqual([]);
    expect(reads(typed('04a23f9b', { everyMs: 59 }))).toEqual(['04a23f9b']);
  });

  it('whose keys stall is not read in part', () => {
    const [first, second] = [typed('04a2').slice(0, -1), typed('3f9b1122', { from: 200 })];
    expect(reads([...first, ...second])).toEqual([]);
    // An Enter long after the digits is no end of theirs.
    expect(reads([...typed('04a23f9b').slice(0, -1), { code: 'Enter', key: 'Enter', at: 200 }])).toEqual([]);
  });

  it('that was cut off does not spoil the next card', () => {
    const cut = typed('04a2').slice(0, -1);
    expect(reads([...cut, ...typed('99887766', { from: 1_100 })])).toEqual(['99887766']);
  });

  it('needs as many characters as a card has', () => {
    expect(reads(typed('123'))).toEqual([]);
    expect(reads(typed(''))).toEqual([]);
  });

  it('is read on a keyboard of another layout', () => {
    // An American reader on a French device: digits are signs, and A is where Q is.
    const french: Record<string, string> = { '0': 'à', '4': "'", a: 'q', '2': 'é', '3': '"', '9': 'ç' };
    expect(reads(typed('04a23f9b', { layout: (char) => french[char] ?? char }))).toEqual(['04A23F9B']);
    const arabic = (char: string) => (/\d/.test(char) ? String.fromCharCode(0x0660 + Number(char)) : 'ش');
    expect(reads(typed('04a23f9b', { layout: arabic }))).toEqual(['04A23F9B']);
    // A German reader on a German device: Z is where Y is, and the characters are right.
    const code = `RC1:${'YZ23'.repeat(8)}`;
    const german = typed(code).map((key) => ({
      ...key,
      code: ({ KeyY: 'KeyZ', KeyZ: 'KeyY' } as Record<string, string>)[key.code] ?? key.code,
    }));
    expect(reads(german)).toEqual([code]);
  });

  it('does not disturb a field', () => {
    expect(isField(document.createElement('input'))).toBe(true);
    expect(isField(document.createElement('textarea'))).toBe(true);
    expect(isField(document.createElement('button'))).toBe(false);
    expect(isField(document)).toBe(false);
    expect(isField(null)).toBe(false);
  });
});
