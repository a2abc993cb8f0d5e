import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';
import { type Published, strangerTables } from './tables.ts';

interface Result extends Published {
  readonly people_with_names: number;
  readonly enrolled_with_five_photos: number;
  readonly left_out_under_a_second_name: number;
  readonly doubtful_names: number;
  readonly fixed: { readonly threshold: number };
}
const result: Result = JSON.parse(readFileSync(fromRoot('bench/results/strangers.json'), 'utf8'));
const page = readFileSync(fromRoot('docs/MODELS.md'), 'utf8');
const [, section = ''] = page.split('## Strangers at a kiosk');
const shown = section.split('\n').filter((line) => /^\| [\da-z]/.test(line) && !line.startsWith('| people'));
const tables = strangerTables(result);

describe('strangers at a kiosk in docs/MODELS.md', () => {
  it('are those of the last run, and no others', () => {
    const rows = [...tables.promise, ...tables.strangers, ...tables.enrolled, ...tables.within];
    expect(shown.filter((line) => !line.startsWith('| set'))).toEqual(rows);
  });

  it('are of the people that the page names', () => {
    const { people_with_names, enrolled_with_five_photos, left_out_under_a_second_name, doubtful_names } =
      result;
    expect(section).toContain(`${people_with_names.toLocaleString('en-US')} people`);
    expect(section).toContain(`${enrolled_with_five_photos} people enrolled with five photos`);
    expect(section).toContain(`${left_out_under_a_second_name} people were left out`);
    expect(section).toContain(`${doubtful_names} more are doubtful`);
    expect(section).toContain(`a score of ${result.fixed.threshold} and`);
  });

  it('are named once in a thousand searches or less by the rule of a kiosk, at every size', () => {
    const kiosk = result.sizes.map(({ rules }) => rules.one_in_1000.strangers.one_photo.named.rate);
    expect(Math.max(...kiosk)).toBeLessThanOrEqual(0.001);
  });
});
