import { readFileSync } from 'node:fs';
import {
  PUBLISHED_GROUPS,
  PUBLISHED_RATES,
  type PublishedGroup,
} from '@rollcall/core/faces/installation/published-rates';
import { expect, it } from 'vitest';

interface Rate {
  readonly rate: number;
  readonly ci95: readonly [number, number];
  readonly people: number;
}
type ByRule = Readonly<Record<string, Rate>>;
interface Result {
  readonly model: string;
  readonly measured_at: string;
  readonly institutions: readonly {
    readonly name: string;
    readonly false_matches: Readonly<Record<string, ByRule>>;
    readonly misses: Readonly<Record<string, ByRule>>;
  }[];
}

const result: Result = JSON.parse(
  readFileSync(new URL('../../results/fairness.json', import.meta.url), 'utf8'),
);

/** Where a row is found: the beginning of the institution's name, and the row there; as in web/build/fairness-figures.ts. */
const PLACES: Readonly<Record<PublishedGroup, readonly [string, string]>> = {
  from5: ['primary', 'age 5 to 7'],
  from8: ['primary', 'age 8 to 11'],
  from12: ['secondary', 'age 12 to 14'],
  from15: ['secondary', 'age 15 to 17'],
  women: ['workplace', 'sex women'],
  men: ['workplace', 'sex men'],
  white_women: ['workplace', 'group White, sex women'],
  white_men: ['workplace', 'group White, sex men'],
  black_women: ['workplace', 'group Black, sex women'],
  black_men: ['workplace', 'group Black, sex men'],
  asian_women: ['workplace', 'group Asian, sex women'],
  asian_men: ['workplace', 'group Asian, sex men'],
  indian_women: ['workplace', 'group Indian, sex women'],
  indian_men: ['workplace', 'group Indian, sex men'],
};

const shareOf = (found: Rate | undefined) =>
  found ? { rate: found.rate, low: found.ci95[0], high: found.ci95[1] } : null;

it('the rates that documents print are those of the last measurement', () => {
  const rows = PUBLISHED_GROUPS.map((group) => {
    const [name, row] = PLACES[group];
    const institution = result.institutions.find((each) => each.name.startsWith(name));
    const product = institution?.false_matches[row]?.product;
    const misses = institution?.misses[`five photos, ${row}`] ?? institution?.misses[`one photo, ${row}`];
    return {
      group,
      people: product?.people,
      falseMatches: shareOf(product),
      misses: shareOf(misses?.product),
    };
  });
  expect(PUBLISHED_RATES).toEqual({
    modelId: result.model,
    measuredOn: result.measured_at.slice(0, 10),
    rows,
  });
});
