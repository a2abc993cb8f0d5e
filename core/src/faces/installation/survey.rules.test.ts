import { describe, expect, it } from 'vitest';
import type { RecogniserProfile } from '../face.ports.ts';
import type { GalleryMatch, Surveyed } from '../gallery.ports.ts';
import { createSurvey } from './survey.rules.ts';

const profile: RecogniserProfile = {
  modelId: 'm',
  embeddingSize: 4,
  verifyThreshold: 0.5,
  verifyThresholdFrom12: 0.55,
  verifyThresholdUnder12: 0.6,
  identifyThreshold: 0.52,
  identifyMargin: 0.05,
  usualSpread: null,
  agreeThreshold: 0.3,
  liveAbove: 0.8,
  spoofBelow: 0.2,
  movingSpoofBelow: 0.2,
};
const compare = (lookAlikes: [string, string][] = []) =>
  createSurvey({ profile, ages: 'adults', lookAlikes });
const near = (personId: string, score: number): GalleryMatch => ({ personId, score });
const surveyed = (personId: string, nearest: GalleryMatch[], people = 10): Surveyed => ({
  personId,
  neighbours: { nearest, people },
});
const resultOf = (survey: ReturnType<typeof compare>, ages: string) => {
  const found = survey.result().choices.find((each) => each.ages === ages);
  if (!found) throw new Error(`There is no choice ${ages}.`);
  return found;
};

describe('createSurvey', () => {
  it('counts who would pass as somebody else, by what each choice asks for', () => {
    const survey = compare();
    survey.add(surveyed('1', [near('2', 0.57), near('3', 0.2)]), []);
    survey.add(surveyed('2', [near('1', 0.57), near('3', 0.1)]), []);
    survey.add(surveyed('3', [near('1', 0.2), near('2', 0.1)]), []);
    expect(resultOf(survey, 'adults').falseClaims).toMatchObject({ hits: 2, trials: 30 });
    expect(resultOf(survey, 'from_12').falseClaims.hits).toBe(2);
    expect(resultOf(survey, 'under_12').falseClaims.hits).toBe(0);
    expect(resultOf(survey, 'adults').wrongNames).toMatchObject({ hits: 2, trials: 3 });
    expect(resultOf(survey, 'under_12').wrongNames.hits).toBe(0);
    expect(survey.result()).toMatchObject({ surveyed: 3, hasCohort: false });
  });

  it('names each pair once, the nearest first, with whether they are confused or declared', () => {
    const survey = compare([['1', '4']]);
    survey.add(surveyed('1', [near('4', 0.9), near('2', 0.6)]), []);
    survey.add(surveyed('2', [near('1', 0.6), near('4', 0.1)]), []);
    survey.add(surveyed('4', [near('1', 0.9), near('2', 0.1)]), []);
    const { closest } = survey.result();
    expect(closest.map(({ people }) => people)).toEqual([
      ['1', '4'],
      ['1', '2'],
      ['2', '4'],
    ]);
    expect(closest.map(({ areDeclared }) => areDeclared)).toEqual([true, false, false]);
    expect(closest.map(({ areConfused }) => areConfused)).toEqual([true, true, false]);
    expect(resultOf(survey, 'adults').falseClaims.hits).toBe(2);
  });

  it('keeps the nearest pairs of a large gallery', () => {
    const survey = compare();
    for (let person = 0; person < 300; person += 1)
      survey.add(
        surveyed(
          `a${person}`,
          Array.from({ length: 12 }, (_, other) =>
            near(`b${other}`, person === 17 ? 0.95 - other / 100 : 0.3),
          ),
        ),
        [],
      );
    const { closest, nearest } = survey.result();
    expect(closest).toHaveLength(12);
    expect(closest.every(({ people }) => people[0] === 'a17')).toBe(true);
    expect([nearest[6], nearest[19]]).toEqual([299, 1]);
  });

  it('counts which accepted check-ins each choice would accept', () => {
    const survey = compare();
    const scores = [
      { hundredth: 52, count: 3 },
      { hundredth: 57, count: 2 },
      { hundredth: 80, count: 5 },
    ];
    survey.add(surveyed('1', [near('2', 0.1)]), scores);
    expect(resultOf(survey, 'adults').kept).toMatchObject({ hits: 10, trials: 10 });
    expect(resultOf(survey, 'from_12').kept.hits).toBe(7);
    expect(resultOf(survey, 'under_12').kept.hits).toBe(5);
  });

  it('has nothing to say about nobody', () => {
    expect(compare().result()).toMatchObject({ surveyed: 0, closest: [], hasCohort: false });
  });
});
