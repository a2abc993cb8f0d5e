import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';
import { savedScaleResults, withScaleTables } from './scale-tables.ts';

const place = (name: string, text = '') =>
  `<!-- ${name}: made by npm run docs:proof -->\n${text}<!-- end of ${name} -->`;
const scenario = {
  name: 'stopped',
  seconds_of_the_fault: 60,
  seconds_until_a_success_after_it: 1.5,
  longest_without_a_success_s: 61,
  answers: { 200: 10, 503: 4 },
  acknowledged: 10,
  lost: 0,
  doubled: 0,
};
const failover = { scenarios: [scenario] } as never; // the table reads no more

describe('docs/SCALE.md', () => {
  it('has the tables of the saved results', () => {
    const page = readFileSync(fromRoot('docs/SCALE.md'), 'utf8');
    expect(withScaleTables(page, savedScaleResults())).toBe(page);
  });

  it('gets a table in the place of the one before, and keeps what is around it', () => {
    const page = withScaleTables(`Before\n\n${place('failover', '| old |\n')}\n\nAfter`, { failover });
    expect(page.split('\n')).toEqual([
      'Before',
      '',
      '<!-- failover: made by npm run docs:proof -->',
      '| fault | it lasted | first success after it | longest without a success | refused | acknowledged, lost, doubled |',
      '|---|---|---|---|---|---|',
      '| stopped | 60 s | 1.5 s | 61 s | 4 × 503 | 10, 0, 0 |',
      '<!-- end of failover -->',
      '',
      'After',
    ]);
    expect(withScaleTables(page, { failover })).toBe(page);
  });

  it('leaves out nothing that was measured, and shows nothing that was not', () => {
    expect(() => withScaleTables('', { failover })).toThrow('has no place for failover');
    expect(() => withScaleTables(place('soak'), {})).toThrow('a place for soak, which was not measured');
    expect(() => withScaleTables(place('other'), {})).toThrow('a place for other');
  });
});
