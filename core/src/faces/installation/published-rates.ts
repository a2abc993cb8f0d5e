/** A measured share with the ends of its 95 % interval. */
export interface PublishedShare {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

export const PUBLISHED_GROUPS = [
  'from5',
  'from8',
  'from12',
  'from15',
  'women',
  'men',
  'white_women',
  'white_men',
  'black_women',
  'black_men',
  'asian_women',
  'asian_men',
  'indian_women',
  'indian_men',
] as const;
export type PublishedGroup = (typeof PUBLISHED_GROUPS)[number];

/** What was measured with people of one age, sex or group. */
interface PublishedRate {
  readonly group: PublishedGroup;
  readonly people: number;
  /** Photos accepted as another registered person of the same sex and about the same age. */
  readonly falseMatches: PublishedShare;
  /** Photos of the right person that were refused; null where the set shows everybody once. */
  readonly misses: PublishedShare | null;
}

/** The part of bench/results/fairness.json that documents print; a test of web/build/fairness-figures.ts compares the two. */
export const PUBLISHED_RATES: {
  readonly modelId: string;
  readonly measuredOn: string;
  readonly rows: readonly PublishedRate[];
} = {
  modelId: 'sface-2021dec-rgb-mesh5-v1',
  measuredOn: '2026-11-17',
  rows: [
    {
      group: 'from5',
      people: 451,
      falseMatches: { rate: 0.0000288, low: 0.00000935, high: 0.0000537 },
      misses: { rate: 0.186, low: 0.0877, high: 0.299 },
    },
    {
      group: 'from8',
      people: 603,
      falseMatches: { rate: 0.0000257, low: 0.00000745, high: 0.0000442 },
      misses: { rate: 0.136, low: 0.0417, high: 0.275 },
    },
    {
      group: 'from12',
      people: 396,
      falseMatches: { rate: 0.000018, low: 0, high: 0.0000369 },
      misses: { rate: 0.0816, low: 0.0185, high: 0.17 },
    },
    {
      group: 'from15',
      people: 571,
      falseMatches: { rate: 0.0000413, low: 0.0000204, high: 0.0000704 },
      misses: { rate: 0.098, low: 0.0189, high: 0.218 },
    },
    {
      group: 'women',
      people: 1185,
      falseMatches: { rate: 0.0000187, low: 0.0000138, high: 0.0000244 },
      misses: { rate: 0.0363, low: 0.0251, high: 0.0522 },
    },
    {
      group: 'men',
      people: 1826,
      falseMatches: { rate: 0.00000921, low: 0.0000059, high: 0.0000135 },
      misses: { rate: 0.0219, low: 0.011, high: 0.0346 },
    },
    {
      group: 'white_women',
      people: 276,
      falseMatches: { rate: 0.00013, low: 0.0000521, high: 0.000222 },
      misses: null,
    },
    {
      group: 'white_men',
      people: 376,
      falseMatches: { rate: 0.0000282, low: 0.00000705, high: 0.0000564 },
      misses: null,
    },
    {
      group: 'black_women',
      people: 163,
      falseMatches: { rate: 0.000188, low: 0.0000376, high: 0.000339 },
      misses: null,
    },
    {
      group: 'black_men',
      people: 167,
      falseMatches: { rate: 0.000179, low: 0.0000359, high: 0.00043 },
      misses: null,
    },
    {
      group: 'asian_women',
      people: 118,
      falseMatches: { rate: 0.000934, low: 0.000431, high: 0.00158 },
      misses: null,
    },
    {
      group: 'asian_men',
      people: 73,
      falseMatches: { rate: 0.000381, low: 0, high: 0.000951 },
      misses: null,
    },
    {
      group: 'indian_women',
      people: 96,
      falseMatches: { rate: 0.000219, low: 0, high: 0.000548 },
      misses: null,
    },
    {
      group: 'indian_men',
      people: 161,
      falseMatches: { rate: 0.000115, low: 0, high: 0.00023 },
      misses: null,
    },
  ],
};
