import { measured } from '@rollcall/core/faces/installation/figures.rules';

/** A share with its 95 % confidence interval (Wilson, which also holds near 0 and 1 and with few trials). */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly trials: number;
}

export function share(hits: number, trials: number): Share {
  const { low, high } = measured(hits, trials);
  return { value: hits / trials, low, high, trials };
}

/** The score that only the given share of impostors exceeds. `impostors` is sorted upwards. */
export function thresholdAt(impostors: Float32Array, falseAcceptRate: number): number {
  const allowed = Math.floor(falseAcceptRate * impostors.length);
  return impostors[impostors.length - 1 - allowed] ?? Number.POSITIVE_INFINITY;
}

/** Share of scores strictly above the threshold, so that exactly the allowed number of impostors passes. */
export function acceptedAbove(scores: ArrayLike<number>, threshold: number): Share {
  let hits = 0;
  for (let i = 0; i < scores.length; i++) if ((scores[i] ?? -1) > threshold) hits++;
  return share(hits, scores.length);
}

/** Standard deviation. */
export function spreadOf(scores: Float32Array): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
}

export interface LabelledScore {
  readonly score: number;
  readonly same: boolean;
  readonly fold: string;
}

/** The threshold with the fewest errors. */
export function bestThreshold(scores: readonly LabelledScore[]): number {
  const sorted = scores.toSorted((a, b) => a.score - b.score);
  let correct = sorted.filter((entry) => entry.same).length;
  let best = { correct, threshold: -1 };
  sorted.forEach((entry, i) => {
    correct += entry.same ? -1 : 1;
    const next = sorted[i + 1]?.score ?? entry.score + 1e-6;
    if (correct > best.correct) best = { correct, threshold: (entry.score + next) / 2 };
  });
  return best.threshold;
}

/** Accuracy where each fold is judged with the threshold found on the other folds. */
export function crossValidated(scores: readonly LabelledScore[]): { accuracy: Share; perFold: number[] } {
  const folds = [...new Set(scores.map((entry) => entry.fold))];
  let total = 0;
  const perFold = folds.map((fold) => {
    // With a single fold there are no others to learn from.
    const rest = folds.length === 1 ? scores : scores.filter((entry) => entry.fold !== fold);
    const threshold = bestThreshold(rest);
    const own = scores.filter((entry) => entry.fold === fold);
    const correct = own.filter((entry) => entry.score >= threshold === entry.same).length;
    total += correct;
    return correct / own.length;
  });
  return { accuracy: share(total, scores.length), perFold };
}
