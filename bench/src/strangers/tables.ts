import type { Extrapolated } from './extrapolation.ts';
import type { Rate } from './interval.ts';
import type { RuleResult } from './measure.ts';
import type { PromiseKept } from './promise.ts';
import type { RuleName } from './rules.ts';

/** What docs/MODELS.md shows. */
export interface Published {
  readonly sizes: readonly {
    readonly people: number;
    readonly rules: Readonly<Record<RuleName, RuleResult>>;
  }[];
  readonly promise: readonly ({ readonly people: number; readonly without_doubtful: Rate } & PromiseKept)[];
  readonly within_one_set: readonly {
    readonly set: string;
    readonly people: number;
    readonly fixed: Rate;
    readonly one_in_1000: Rate;
  }[];
  readonly extrapolated: readonly Extrapolated[];
}

/** `at_any_size` differs from the rule of a kiosk only beyond what is promised; the table of the promise shows it. */
const RULE_TEXTS = {
  fixed: 'fixed threshold',
  one_in_1000: '1 in 1,000',
  one_in_10000: '1 in 10,000',
} as const satisfies Partial<Record<RuleName, string>>;
const texts = <K extends string>(record: Readonly<Record<K, string>>) =>
  Object.entries(record) as [K, string][]; // its own keys

const digits = (value: number) => (value === 0 ? '0' : (100 * value).toFixed(value < 0.01 ? 3 : 1));
const percent = (value: number) => `${digits(value)} %`;
const interval = ([low, high]: readonly [number, number]) => `${digits(low)}–${digits(high)}`;
const within = ({ rate, ci95 }: Rate) => `${percent(rate)} (${interval(ci95)})`;
const count = (value: number) => value.toLocaleString('en-US');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The rows about strangers, about people who are enrolled, and about the promise. */
export function strangerTables(result: Published) {
  const rows = result.sizes.flatMap(({ people, rules }) =>
    texts(RULE_TEXTS).map(([rule, text]) => ({ head: [count(people), text], ...rules[rule] })),
  );
  return {
    strangers: rows.map(({ head, strangers: { one_photo, mean_of_three } }) =>
      row([
        ...head,
        within(one_photo.named),
        percent(one_photo.two_digits.rate),
        percent(one_photo.named_with_a_guess),
        within(mean_of_three.named),
      ]),
    ),
    enrolled: rows.map(({ head, enrolled: { one_photo, mean_of_three } }) => {
      const { not_named, named_wrongly, two_digits, pin, unknown } = one_photo;
      const parts = [named_wrongly, two_digits, pin, unknown].map(({ rate }) => percent(rate));
      return row([...head, within(not_named), ...parts, within(mean_of_three.not_named)]);
    }),
    promise: [
      ...result.promise.map(({ people, named, verdict, without_doubtful }) =>
        row([
          count(people),
          within(named),
          `${count(named.hits)} of ${count(named.searches)}`,
          count(named.pairs),
          verdict,
          within(without_doubtful),
        ]),
      ),
      ...result.extrapolated.map(({ people, from, named, ci95 }) =>
        row([
          count(people),
          `${percent(named)} (${interval(ci95)})`,
          `extrapolated from ${count(from)}`,
          '',
          '',
          '',
        ]),
      ),
    ],
    within: result.within_one_set.map(({ set, people, fixed, one_in_1000 }) =>
      row([set, count(people), within(fixed), within(one_in_1000)]),
    ),
  };
}
