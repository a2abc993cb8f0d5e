/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** A measured figure, or null where there is no measurement. */
type BenchFigure = { readonly value: number | null; readonly day: string } | null;

/** A share with the ends of its 95 % interval. */
interface MeasuredShare {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

type FairnessRowName =
  | 'from5'
  | 'from8'
  | 'from12'
  | 'from15'
  | 'women'
  | 'men'
  | `${'white' | 'black' | 'asian' | 'indian'}_${'women' | 'men'}`;

/** What was measured with people of one age, sex or group. */
interface FairnessRow {
  readonly row: FairnessRowName;
  readonly people: number;
  /** Photos accepted as another person, with the rule of today and with the fixed threshold before it. */
  readonly falseMatches: MeasuredShare;
  readonly falseMatchesBefore: MeasuredShare;
  /** Photos of the right person refused; null where the set shows everybody once. */
  readonly misses: MeasuredShare | null;
}

interface AgesPrice {
  readonly falseMatches: number;
  readonly misses: number;
}

type AttackRowName =
  | 'still_step_up'
  | 'still'
  | 'touched'
  | 'sheared'
  | 'bent'
  | 'eyelids'
  | 'swapped'
  | 'recording'
  | 'unasked'
  | 'mirrored_right'
  | 'mirrored_left'
  | 'stranger'
  | 'screen'
  | 'mixed'
  | 'reused';
type PlaceRowName = 'kiosk' | 'network_and_code' | 'network' | 'code' | 'network_or_code' | 'device';
type GenuineRowName = 'step-up' | 'always';

/** How many tries of one kind were checked in, with the 95 % interval of their share. */
interface AttackRow<Name extends string> {
  readonly row: Name;
  readonly passed: number;
  readonly tries: number;
  readonly low: number;
  readonly high: number;
}

interface BenchFigures {
  /** Share of right decisions, 0..1. */
  readonly accuracy: BenchFigure;
  /** 95th percentile of the duration of a whole request. */
  readonly requestP95Ms: BenchFigure;
  readonly people: BenchFigure;
  readonly records: BenchFigure;
  readonly fairness: { readonly rows: readonly FairnessRow[]; readonly day: string } | null;
  /** What each choice of ages costs. */
  readonly ages: Readonly<Record<'adults' | 'from_12' | 'under_12', AgesPrice>> | null;
  readonly attacks: {
    readonly rows: readonly AttackRow<AttackRowName>[];
    readonly places: readonly AttackRow<PlaceRowName>[];
    readonly genuine: readonly AttackRow<GenuineRowName>[];
    readonly day: string;
  } | null;
}

/** Defined by vite.config.ts at build time. */
declare const __REPOSITORY_URL__: string;
declare const __APP_VERSION__: string;
declare const __BENCH_FIGURES__: BenchFigures;
