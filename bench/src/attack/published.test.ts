import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';

interface Tried {
  readonly passed: number;
  readonly tries: number;
}
interface Result {
  readonly people: number;
  readonly people_filmed_moving: number;
  readonly injected: readonly (Tried & { readonly attack: string; readonly policy: string })[];
  readonly genuine: readonly { readonly policy: string; readonly accepted: number; readonly tries: number }[];
  readonly places: readonly (Tried & { readonly demand: string; readonly code: string })[];
}
const result: Result = JSON.parse(readFileSync(fromRoot('bench/results/attack.json'), 'utf8'));
const page = readFileSync(fromRoot('docs/SECURITY.md'), 'utf8');
const of = ({ passed, tries }: Tried) => `${passed} of ${tries}`;

describe('the attacks in docs/SECURITY.md', () => {
  it('are those of the last run', () => {
    for (const { attack, policy, ...tried } of result.injected)
      expect(page).toContain(`| ${attack} | \`${policy}\` | ${of(tried)} |`);
    for (const { policy, accepted, tries } of result.genuine)
      expect(page).toContain(`\`${policy}\` | ${of({ passed: accepted, tries })} |`);
    for (const { demand, code, ...tried } of result.places) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${demand}\` |`));
      expect(row?.split('|')[code === 'none' ? 2 : 3]?.trim()).toBe(of(tried));
    }
    expect(page).toContain(`${result.people} people, ${result.people_filmed_moving} of them filmed moving`);
  });

  it('keep what was promised: no proof of the place is passed, and no recording of movements', () => {
    const elsewhere = result.places.filter(({ demand }) => demand !== 'device');
    expect(elsewhere.map(({ passed }) => passed)).toEqual(elsewhere.map(() => 0));
    const films = result.injected.filter(({ attack }) =>
      /recording|more movements|mirrored|screen|earlier check-in/.test(attack),
    );
    expect(films.length).toBeGreaterThanOrEqual(7);
    expect(films.map(({ passed }) => passed)).toEqual(films.map(() => 0));
  });
});
