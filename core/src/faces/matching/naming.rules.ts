import { marginOver, type Search } from './match.rules.ts';
import { areLookAlikes, type Comparison, type Nearness, nearnessAmong } from './nearness.rules.ts';

/**
 * So many people the measured searches speak for: among a thousand adults 0.45 strangers in 1,000 were named, among three
 * thousand 1.4, with few pairs behind each figure (`npm run bench:strangers`; of children `npm run bench:fairness`
 * says less). Beyond that a search asks for two digits of the PIN, which divide the people by a hundred.
 */
export const PROMISED_CANDIDATES = 1000;
export const DIGITS_DIVIDE_BY = 100;
/** A stranger is named in one of so many searches at most. */
export const STRANGERS_IN = [1000, 10_000] as const;
export type StrangersIn = (typeof STRANGERS_IN)[number];

/** To be wrong ten times less often is to be right among ten times as many. */
const countedAs = (candidates: number, strangersIn: StrangersIn): number =>
  candidates * (strangersIn / (STRANGERS_IN[0] ?? 1));

/** Whether so many are searched that nobody is named without two digits. */
export const areTooMany = (candidates: number, strangersIn: StrangersIn): boolean =>
  countedAs(candidates, strangersIn) > PROMISED_CANDIDATES;

/** The numbers of a decision, for whoever has to explain it. */
export interface NamingReasons extends Omit<Nearness, 'isEnough'> {
  /** How many people the face was searched among. */
  readonly candidates: number;
  /** Cosine of the nearest person, and how far the second is behind. */
  readonly score: number;
  readonly margin: number | null;
}

export type Naming =
  | { readonly kind: 'named'; readonly personId: string; readonly reasons: NamingReasons }
  /** `two_digits`: so many people that two digits of the PIN are needed. `pin`: somebody looks like the person. */
  | {
      readonly kind: 'two_digits' | 'pin';
      /** Who it may be, nearest first. */
      readonly candidates: readonly string[];
      readonly reasons: NamingReasons;
    }
  /** No reasons where nobody was there to be compared with. */
  | { readonly kind: 'unknown'; readonly reasons: NamingReasons | null };

/**
 * Names whoever stands in front of a kiosk, where nobody said who they are. The nearer a face has to be, the more people
 * it is searched among; who is near enough only for a hundredth of them, or among more than were ever measured, shows
 * two digits of the PIN, and who has a look-alike shows all of it. Nobody else is asked for anything.
 */
export function decideNaming(search: Search, comparison: Comparison, strangersIn: StrangersIn): Naming {
  const { neighbours, candidates } = search;
  const [best, ...others] = search.matches.toSorted((a, b) => b.score - a.score);
  if (!best) return { kind: 'unknown', reasons: null };
  const counted = countedAs(candidates, strangersIn);
  const nearness = (match: typeof best, among: number) =>
    nearnessAmong({ ...match, neighbours }, among, comparison);
  const { isEnough, ...whole } = nearness(best, counted);
  const [second] = others;
  const margin = second ? best.score - second.score : null;
  const reasons: NamingReasons = { ...whole, candidates, score: best.score, margin };
  const isNearForDigits = (match: typeof best) => nearness(match, counted / DIGITS_DIVIDE_BY).isEnough;
  if (!isNearForDigits(best)) return { kind: 'unknown', reasons };

  const { lookAlikes } = comparison;
  const alike = others.filter(
    (other) =>
      areLookAlikes(lookAlikes, best.personId, other.personId) ||
      best.score - other.score < marginOver(best.personId, other.personId, comparison),
  );
  if (alike.length > 0) {
    // Who was declared a look-alike may be the one, however much nearer the other is.
    const near = alike.filter(
      (other) => areLookAlikes(lookAlikes, best.personId, other.personId) || isNearForDigits(other),
    );
    return { kind: 'pin', candidates: [best, ...near].map(({ personId }) => personId), reasons };
  }
  if (isEnough && !areTooMany(candidates, strangersIn))
    return { kind: 'named', personId: best.personId, reasons };
  const near = others.filter(isNearForDigits);
  return { kind: 'two_digits', candidates: [best, ...near].map(({ personId }) => personId), reasons };
}
