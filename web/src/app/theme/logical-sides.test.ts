import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where a side is meant, whatever the language is. */
const ALLOWED: Readonly<Record<string, { count: number; because: string }>> = {
  'features/classes/photo/class-photo.module.css': {
    count: 1,
    because: 'a name is centred below a face of a photo, which is not mirrored',
  },
};

const SIDES = [
  /(?:^|[\s;{])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
  /(?:margin|padding|inset)\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+);/,
  /(?:background|object)-position\s*:[^;]*\b(?:left|right)\b/,
];

/** Two different values for left and right: `padding: 0 8px 0 12px`. */
const isOneSided = (match: RegExpExecArray): boolean => match.length < 5 || match[2] !== match[4];

/** `max(24px, env(x))` is one value. */
const joinArguments = (line: string): string => line.replace(/, +/g, ',');

function findSides(css: string): string[] {
  const lines = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, '')).split('\n');
  return lines.flatMap((line, index) => {
    const found = SIDES.some((side) => {
      const match = side.exec(joinArguments(line));
      return match !== null && isOneSided(match);
    });
    return found ? [`${index + 1}: ${line.trim()}`] : [];
  });
}

const styles = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.css'));

describe('styles', () => {
  it('finds the sides that right-to-left languages need the other way round', () => {
    const physical = [
      'a { margin-left: 1px; }',
      '  left: 0;',
      'text-align: right;',
      'border-top-left-radius: 4px;',
      'padding: 1px 2px 1px 3px;',
      'inset: 0 auto auto 0;',
    ];
    for (const line of physical) expect([line, findSides(line)]).toEqual([line, [`1: ${line.trim()}`]]);
    const logical = [
      'margin-inline-start: 1px;',
      'inset-inline-end: 0;',
      'text-align: start;',
      'padding: 1px 2px 3px 2px;',
      '/* left: 0; */',
      '.data-left { color: red; }',
    ];
    for (const line of logical) expect([line, findSides(line)]).toEqual([line, []]);
  });

  it.each(styles)('%s names no left and no right', (path) => {
    const found = findSides(readFileSync(`${ROOT}/${path}`, 'utf8'));
    if (found.length !== ALLOWED[path]?.count) expect(found).toEqual([]);
  });

  it('needs every exception that is listed', () => {
    for (const [path, { count }] of Object.entries(ALLOWED))
      expect([path, findSides(readFileSync(`${ROOT}/${path}`, 'utf8')).length]).toEqual([path, count]);
  });
});
