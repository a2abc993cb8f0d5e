import { AGE_BANDS, type AgeBand } from '../face.types.ts';
import type { Surveyed } from '../gallery.ports.ts';
import { COHORT_PEOPLE } from '../matching/cohort.rules.ts';
import { decideIdentification } from '../matching/match.rules.ts';
import { areLookAlikes, type Comparison, isNearEnough, nearnessAmong } from '../matching/nearness.rules.ts';
import { countScores, measured } from './figures.rules.ts';
import type { ScoreCount } from './installation.ports.ts';
import type { ChoiceResult } from './installation.types.ts';

const MAX_PAIRS = 12;
/** Pairs are sorted out in between when there are so many. */
const KEPT_PAIRS = 400;

export interface SurveyedPair {
  readonly people: readonly [string, string];
  readonly score: number;
  readonly areConfused: boolean;
  readonly areDeclared: boolean;
}

export interface SurveyResult {
  readonly surveyed: number;
  readonly hasCohort: boolean;
  readonly nearest: readonly number[];
  readonly closest: readonly SurveyedPair[];
  readonly choices: readonly ChoiceResult[];
}

const ordered = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

/** Counts what one choice does. */
function createTally(comparison: Comparison) {
  let [passing, compared, named, people, kept, checkIns] = [0, 0, 0, 0, 0, 0];
  return {
    add({ personId, neighbours }: Surveyed, scores: readonly ScoreCount[]): void {
      people += 1;
      compared += neighbours.people;
      for (const match of neighbours.nearest) {
        // No rule accepts less, and most neighbours are farther away than this.
        if (match.score < comparison.profile.agreeThreshold) break;
        const isDeclared = areLookAlikes(comparison.lookAlikes, personId, match.personId);
        if (!isDeclared && isNearEnough({ ...match, neighbours }, comparison)) passing += 1;
      }
      const search = { matches: neighbours.nearest, neighbours, candidates: neighbours.people };
      if (decideIdentification(search, comparison).kind === 'accepted') named += 1;
      for (const { hundredth, count } of scores) {
        checkIns += count;
        if (isNearEnough({ personId, score: (hundredth + 0.5) / 100, neighbours }, comparison)) kept += count;
      }
    },
    result: (): ChoiceResult => ({
      ages: comparison.ages,
      falseClaims: measured(passing, compared),
      wrongNames: measured(named, people),
      kept: measured(kept, checkIns),
    }),
  };
}

/**
 * What would happen if each of these people stood before the camera as a stranger, under each choice of ages. Face data
 * of several photos comes nearer to others than a single picture does, so the shares are rather too high than too low.
 */
export function createSurvey(comparison: Comparison) {
  const tallies = AGE_BANDS.map((ages: AgeBand) => createTally({ ...comparison, ages }));
  const nearest: number[] = [];
  let pairs = new Map<string, SurveyedPair>();
  let hasCohort = false;

  const best = (count: number) => [...pairs.values()].sort((a, b) => b.score - a.score).slice(0, count);
  const addPairs = ({ personId, neighbours }: Surveyed): void => {
    for (const match of neighbours.nearest.slice(0, MAX_PAIRS)) {
      const people = ordered(personId, match.personId);
      const key = people.join(' ');
      const known = pairs.get(key);
      const areConfused = nearnessAmong({ ...match, neighbours }, neighbours.people, comparison).isEnough;
      pairs.set(key, {
        people,
        score: match.score,
        areConfused: areConfused || known?.areConfused === true,
        areDeclared: areLookAlikes(comparison.lookAlikes, personId, match.personId),
      });
    }
    if (pairs.size > KEPT_PAIRS)
      pairs = new Map(best(KEPT_PAIRS / 2).map((pair) => [pair.people.join(' '), pair]));
  };

  return {
    /** Somebody's own face data among everybody else's, and the scores of their check-ins. */
    add(one: Surveyed, scores: readonly ScoreCount[]): void {
      const [first] = one.neighbours.nearest;
      if (first) nearest.push(first.score);
      if (one.neighbours.people >= COHORT_PEOPLE) hasCohort = true;
      addPairs(one);
      for (const tally of tallies) tally.add(one, scores);
    },
    result: (): SurveyResult => {
      const choices = tallies.map((tally) => tally.result());
      return {
        surveyed: choices[0]?.wrongNames.trials ?? 0,
        hasCohort,
        nearest: countScores(nearest),
        closest: best(MAX_PAIRS),
        choices,
      };
    },
  };
}
