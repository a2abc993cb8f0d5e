import { decideIdentification, type Search } from '@rollcall/core/faces/matching/match.rules';
import { decideNaming } from '@rollcall/core/faces/matching/naming.rules';
import type { Comparison } from '@rollcall/core/faces/matching/nearness.rules';

/** What a kiosk does with a face. */
export type Outcome =
  | { readonly kind: 'named'; readonly personId: string }
  | { readonly kind: 'two_digits' | 'pin'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown' };

export type Rule = (search: Search, comparison: Comparison) => Outcome;

/**
 * One score for everybody, however many they are, and the margin to the second. Two who are too near to one another
 * count as asked for the PIN.
 */
const fixedRule: Rule = ({ matches }, { profile }) => {
  const [best, second] = matches.toSorted((a, b) => b.score - a.score);
  if (!best || best.score < profile.identifyThreshold) return { kind: 'unknown' };
  if (second && best.score - second.score < profile.identifyMargin)
    return { kind: 'pin', candidates: [best.personId, second.personId] };
  return { kind: 'named', personId: best.personId };
};

/** The same nearness as for one stranger in 1,000, but named however many people there are. */
export const atAnySize: Rule = (search, comparison) => {
  const outcome = decideIdentification(search, comparison);
  if (outcome.kind === 'ambiguous') return { kind: 'pin', candidates: outcome.candidates };
  return outcome.kind === 'accepted' ? { kind: 'named', personId: outcome.personId } : outcome;
};

export const RULES = {
  fixed: fixedRule,
  one_in_1000: (search, comparison) => decideNaming(search, comparison, 1000),
  one_in_10000: (search, comparison) => decideNaming(search, comparison, 10_000),
  at_any_size: atAnySize,
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof RULES;
