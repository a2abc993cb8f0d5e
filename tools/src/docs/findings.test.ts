import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';

const upTo = (prefix: string, last: number) =>
  Array.from({ length: last }, (_, index) => prefix + (index + 1));
/** The numbers of each report, in their order. */
const SERIES: Readonly<Record<string, readonly string[]>> = {
  Backend: [...upTo('B', 40), ...upTo('2.', 12), ...upTo('3.', 24), ...upTo('4.', 14)],
  'Time and attendance': [...upTo('F', 12), ...upTo('B', 19)],
  'Data and operations': [...upTo('S1-', 8), ...upTo('S2-', 11), ...upTo('S3-', 13), ...upTo('SRE-', 10)],
  Interface: [...upTo('A', 12), ...upTo('B', 22)],
  'Interface: specification, screens, interaction': upTo('U', 14),
  'Web and face': [...upTo('H', 5), ...upTo('M', 11), ...upTo('L', 18)],
  Security: ['C1', ...upTo('H', 6), ...upTo('M', 7), ...upTo('L', 9)],
};

interface Finding {
  readonly source: string;
  readonly number: string;
  readonly state: string;
  readonly held: string;
}

/** The rows of the tables; the head of a table and the line below it have no number. */
function findingsOf(text: string): Finding[] {
  return text.split('\n## ').flatMap((section) => {
    const [source = '', ...lines] = section.split('\n');
    return lines.flatMap((line) => {
      const [, number = '', , state = '', held = ''] = line.split('|').map((cell) => cell.trim());
      return /\d/.test(number) ? [{ source, number, state, held }] : [];
    });
  });
}

/** Reads `path`: "test", "test"; `path`: "test". A name may hold quotation marks of its own. */
function testsOf(held: string): { path: string; name: string }[] {
  if (held === '-') return [];
  return held.split(/; (?=`)/).flatMap((part) => {
    const [, path, names] = /^`([^`]+)`: "(.+)"$/.exec(part) ?? [];
    if (!path || !names) throw new Error(`Not of the form \`path\`: "test": ${part}`);
    return names.split('", "').map((name) => ({ path, name }));
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A test or a group of tests has this title, as it is written in the source. */
const hasTest = (source: string, name: string) =>
  new RegExp(`\\(\\s*(['"\`])${escaped(name)}\\1,`).test(source);

describe('docs/FINDINGS.md', async () => {
  const findings = findingsOf(await readFile(join(ROOT, 'docs/FINDINGS.md'), 'utf8'));

  it.each(Object.entries(SERIES))('lists every finding once and in order: %s', (source, numbers) => {
    const listed = findings.filter((each) => each.source === source).map(({ number }) => number);
    expect(listed).toEqual(numbers);
  });

  it('names tests that exist', async () => {
    const missing: string[] = [];
    for (const { number, held } of findings) {
      for (const { path, name } of testsOf(held)) {
        const source = await readFile(join(ROOT, path), 'utf8').catch(() => null);
        if (source === null) missing.push(`${number}: no file ${path}`);
        else if (!hasTest(source, name)) missing.push(`${number}: no test "${name}" in ${path}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('names a test for everything that is mended', () => {
    const unheld = findings.filter(
      ({ held, state }) => held === '-' && !/^(open|not a defect): |\bNo test: /.test(state),
    );
    expect(unheld).toEqual([]);
  });
});
