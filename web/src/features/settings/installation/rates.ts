import type { TFunction } from 'i18next';
import type { useFormat } from '../../../lib/format/format.ts';
import type { MeasuredRate } from './installation.queries.ts';

type T = TFunction<'installation'>;
type Format = ReturnType<typeof useFormat>;

/** Two digits: more are not known. */
const rounded = (value: number): number => Number(value.toPrecision(2));

/** “0 in 1,000, at most 5”: a share of none says how many it could be. */
export function perThousand({ hits, trials, low, high }: MeasuredRate, format: Format, t: T): string {
  const many = (share: number) => format.number(rounded(1000 * share));
  const rate = hits / trials;
  return hits === 0
    ? t('rates.none', { most: many(high) })
    : t('rates.between', { rate: many(rate), low: many(low), high: many(high) });
}

/** One in so many, or the most it could be. */
export function oneIn({ hits, trials, high }: MeasuredRate, format: Format, t: T): string {
  const odds = (share: number) => format.number(rounded(1 / share));
  return hits === 0
    ? t('rates.fewerThan', { odds: odds(high) })
    : t('rates.oneIn', { odds: odds(hits / trials) });
}
