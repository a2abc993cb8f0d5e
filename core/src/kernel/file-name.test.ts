import { describe, expect, it } from 'vitest';
import { asciiFileName, fileName } from './file-name.ts';

describe('file names', () => {
  it('are the words of their parts, in any script', () => {
    expect(fileName(['Northfield College', 'attendance', '2026-11-13'], 'csv')).toBe(
      'Northfield College attendance 2026-11-13.csv',
    );
    expect(fileName(['مدرسة النور', null, 'backup'], 'rollcall')).toBe('مدرسة النور backup.rollcall');
  });

  it('hold nothing that a system forbids, and no path', () => {
    expect(fileName(['../a\\b:c*?"<>|\n\u202e', 'x'], 'csv')).toBe('a b c x.csv');
    expect(fileName(['...', ''], 'csv')).toBe('file.csv');
  });

  it('fit into the 255 bytes of a file system', () => {
    const name = fileName(['漢'.repeat(200), 'backup before restore', '2026-11-13 0931'], 'rollcall');
    expect(new TextEncoder().encode(name).length).toBeLessThan(255);
    expect(name).toContain('backup before restore 2026-11-13 0931.rollcall');
  });

  it('have a form in ASCII', () => {
    expect(asciiFileName('Zoë Schule backup.rollcall')).toBe('Zoe Schule backup.rollcall');
    expect(asciiFileName('مدرسة "x" 2026.csv')).toBe('x 2026.csv');
    expect(asciiFileName('学校.csv')).toBe('file.csv');
  });
});
