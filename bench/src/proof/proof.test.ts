import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';
import type { ProvenPromise } from './promise.types.ts';
import { PROVEN } from './promises.ts';
import { proofPage } from './proof-page.ts';
import { readResult } from './result-reader.ts';
import { openSaved, savedNames } from './saved-results.ts';

const promises = PROVEN.flatMap((group) => group.promises);

describe('docs/PROOF.md', () => {
  it('is what bench/results say now', () => {
    expect(readFileSync(fromRoot('docs/PROOF.md'), 'utf8')).toBe(proofPage(PROVEN, openSaved));
  });

  it('leaves out no measurement, and names commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(fromRoot('package.json'), 'utf8'),
    );
    expect(promises.filter(({ command }) => !scripts[command])).toEqual([]);
    // The figures before a change are kept beside those after it.
    const shown = new Set([...promises.map(({ result }) => result), 'lighthouse-before']);
    expect(savedNames().filter((name) => !shown.has(name))).toEqual([]);
  });

  it('says that a goal was missed, and why', () => {
    const promise: ProvenPromise = {
      promise: 'Quick | sure',
      command: 'bench:x',
      result: 'x',
      figure: (of) => `${of.number('a[n=2].v')} ms`,
      goal: { text: 'under 5', isMet: (of) => of.number('a[n=2].v') < 5, why: 'Too much.' },
    };
    const page = (v: number) =>
      proofPage([{ title: 'T', promises: [promise] }], (name) =>
        readResult(name, { a: [{ n: 1 }, { n: 2, v }], measured_at: '2026-01-02T03:04:05Z' }),
      );
    expect(page(4)).toContain(
      '| Quick \\| sure | 4 ms | under 5: reached | `npm run bench:x` | 2026-01-02 | – |',
    );
    expect(page(6)).toContain('| 6 ms | under 5: **missed**. Too much. |');
  });

  it('takes day and machine of the part that a promise is about', () => {
    const promise: ProvenPromise = {
      promise: 'P',
      command: 'bench:x',
      result: 'x',
      part: 'later',
      figure: () => '1',
    };
    const open = (name: string) =>
      readResult(name, {
        measured_at: '2026-01-02',
        machine: 'old',
        later: { measured_at: '2026-03-04', machine: 'new' },
      });
    expect(proofPage([{ title: 'T', promises: [promise] }], open)).toContain('| 2026-03-04 | new |');
  });

  it('invents no figure', () => {
    const of = readResult('x', { a: { b: 'text' }, list: [] });
    for (const path of ['a.c', 'a.b', 'list.0', 'list[n=1].v', 'a.b.c', 'list'])
      expect(() => of.number(path)).toThrow(`x has no figure at ${path}.`);
    expect(() => of.list('a')).toThrow('x has no figure at a.');
    expect(() => of.text('a')).toThrow('x has no figure at a.');
    expect(() => of.flag('a.b')).toThrow('x has no figure at a.b.');
  });
});
