import { measured } from '@rollcall/core/faces/installation/figures.rules';
import { describe, expect, it } from 'vitest';
import { SearchCounter } from './interval.ts';

const counted = (trials: readonly (readonly [string, string | null])[]) => {
  const counter = new SearchCounter();
  for (const [person, hit] of trials) counter.count(person, hit);
  return counter.result();
};
const times = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at));
const width = ([low, high]: readonly [number, number]) => high - low;

describe('how often a search ends in something', () => {
  it('has no narrower interval than as many independent searches', () => {
    const { ci95, ...rest } = counted(times(2000, (at) => [`s${at}`, at % 100 === 0 ? `m${at}` : null]));
    expect(rest).toEqual({ rate: 0.01, hits: 20, pairs: 20, searches: 2000, people: 2000 });
    const { low, high } = measured(20, 2000);
    expect(ci95[0]).toBeLessThanOrEqual(low + 1e-5);
    expect(ci95[1]).toBeGreaterThanOrEqual(high - 1e-5);
  });

  it('is less certain where all are taken for the same person, or the same person is taken for somebody each time', () => {
    const apart = counted(times(2000, (at) => [`s${at}`, at % 100 === 0 ? `m${at}` : null]));
    const oneMember = counted(times(2000, (at) => [`s${at}`, at % 100 === 0 ? 'm' : null]));
    const oneStranger = counted(times(2000, (at) => [at < 20 ? 's' : `s${at}`, at < 20 ? `m${at}` : null]));
    expect(width(oneMember.ci95)).toBeGreaterThan(1.5 * width(apart.ci95));
    expect(width(oneStranger.ci95)).toBeGreaterThan(1.5 * width(apart.ci95));
  });

  it('counts people, not their searches, where nothing happened or always the same', () => {
    const never = counted(times(1000, (at) => [`s${at % 100}`, null]));
    expect(never.ci95).toEqual([0, Number(measured(0, 100).high.toPrecision(3))]);
    const always = counted(times(1000, (at) => [`s${at % 100}`, 'm']));
    expect(always.ci95).toEqual([Number(measured(100, 100).low.toPrecision(3)), 1]);
  });

  it('says nothing where nobody was searched', () => {
    expect(counted([])).toEqual({ rate: 0, ci95: [0, 1], hits: 0, pairs: 0, searches: 0, people: 0 });
  });

  it('counts two people who are taken for one another as one pair', () => {
    expect(
      counted([
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'b'],
        ['c', 'a'],
        ['d', null],
      ]).pairs,
    ).toBe(2);
  });

  it('is the same in every run', () => {
    const trials = times(300, (at) => [`s${at % 60}`, at % 7 === 0 ? `m${at % 5}` : null] as const);
    expect(counted(trials)).toEqual(counted(trials));
  });
});
