import { describe, expect, it } from 'vitest';
import { seededRandom } from '../shared/seeded-random.ts';
import { drawn, probeOf, subjectOf } from './enrolled.ts';
import { withoutTwice } from './twice.ts';

const photo = (at: number, isForEnrolment = true) => ({
  embedding: Float32Array.of(Math.cos(at), Math.sin(at)),
  isForEnrolment,
  isForCheckIn: true,
});
const personWith = (count: number) => ({
  name: 'p',
  set: 's',
  photos: Array.from({ length: count }, (_, at) => photo(at / 100)),
});
const angle = (name: string, degrees: number) => {
  const subject = subjectOf({ name, set: 's', photos: [photo((degrees * Math.PI) / 180)] });
  if (!subject) throw new Error('not enrolled');
  return subject;
};

describe('who is enrolled', () => {
  it.each([
    [1, false, 0],
    [2, false, 1],
    [4, false, 3],
    [7, false, 3],
    [8, true, 3],
    [12, true, 7],
  ])('with %i photos: whole %s, %i photos beside the template', (count, isWhole, others) => {
    const subject = subjectOf(personWith(count));
    expect([subject?.isWhole, subject?.others.length]).toEqual([isWhole, others]);
    expect(subject?.photos).toHaveLength(count);
  });

  it('is nobody without a photo that is good enough', () => {
    expect(subjectOf({ name: 'p', set: 's', photos: [photo(0, false)] })).toBeNull();
  });

  it('is left out of a set without names when somebody before looks the same', () => {
    const named = [angle('a', 0), angle('b', 1)];
    const kept = withoutTwice(named, [angle('c', 2), angle('d', 80), angle('e', 81)], 0.9);
    expect(kept.map(({ name }) => name)).toEqual(['d']);
  });
});

it('draws everybody once at most, and the same in every run', () => {
  const list = Array.from({ length: 50 }, (_, at) => at);
  const [first, again] = [drawn(list, 20, seededRandom(1)), drawn(list, 20, seededRandom(1))];
  expect(first).toEqual(again);
  expect(new Set(first).size).toBe(20);
  expect(drawn(list, 99, seededRandom(2)).toSorted((a, b) => a - b)).toEqual(list);
});

it('searches with the mean of three photos only where there are three', () => {
  const photos = [0, 0.1].map((at) => photo(at).embedding);
  expect(probeOf(photos, 'mean_of_three', seededRandom(1))).toBeNull();
  const mean = probeOf([...photos, photo(0.2).embedding], 'mean_of_three', seededRandom(1));
  expect(mean?.[0]).toBeCloseTo(Math.cos(0.1), 5);
});
