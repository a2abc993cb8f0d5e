/** The parts of bench/results/fairness.json that pages show. */
interface Rate {
  readonly rate: number;
  readonly ci95: readonly [number, number];
  readonly people: number;
}
type ByRule = Readonly<Record<string, Rate>>;
interface Institution {
  readonly name: string;
  readonly false_matches: Readonly<Record<string, ByRule>>;
  readonly misses: Readonly<Record<string, ByRule>>;
}
export interface FairnessResult {
  readonly institutions: readonly Institution[];
}

/** Where a row of the page is found in the result: the beginning of the institution's name, and the row there. */
const ROWS: Readonly<Record<FairnessRowName, readonly [string, string]>> = {
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
const ROW_NAMES = Object.keys(ROWS) as FairnessRowName[]; // the keys of a record are its type's

const shareOf = ({ rate, ci95: [low, high] }: Rate): MeasuredShare => ({ rate, low, high });

const find = ({ institutions }: FairnessResult, name: string): Institution | undefined =>
  institutions.find((each) => each.name.startsWith(name));

export function fairnessRows(result: FairnessResult): FairnessRow[] {
  return ROW_NAMES.flatMap((key) => {
    const [name, row] = ROWS[key];
    const institution = find(result, name);
    const { product, earlier } = institution?.false_matches[row] ?? {};
    if (!product || !earlier) return [];
    const own = institution?.misses[`five photos, ${row}`] ?? institution?.misses[`one photo, ${row}`];
    return [
      {
        row: key,
        people: product.people,
        falseMatches: shareOf(product),
        falseMatchesBefore: shareOf(earlier),
        misses: own?.product ? shareOf(own.product) : null,
      },
    ];
  });
}

/** What each choice lets pass and refuses, among the people whom it is meant for. */
export function agesPrices(result: FairnessResult): BenchFigures['ages'] {
  const price = (name: string, row: string, enrolled: string): AgesPrice | null => {
    const institution = find(result, name);
    const passed = institution?.false_matches[row]?.product;
    const refused = institution?.misses[`${enrolled}, all`]?.product;
    return passed && refused ? { falseMatches: passed.rate, misses: refused.rate } : null;
  };
  const adults = price('workplace', 'sex women', 'five photos');
  const from_12 = price('secondary', 'all', 'one photo');
  const under_12 = price('primary', 'all', 'one photo');
  return adults && from_12 && under_12 ? { adults, from_12, under_12 } : null;
}
