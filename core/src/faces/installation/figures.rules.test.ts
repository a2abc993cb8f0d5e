import { describe, expect, it } from 'vitest';
import { countScores, measured, propose, renewalReason } from './figures.rules.ts';
import type { TemplateHistory } from './installation.ports.ts';
import type { ChoiceResult } from './installation.types.ts';

describe('measured', () => {
  it('says how many it could be where none was seen', () => {
    const { low, high } = measured(0, 100);
    expect(low).toBe(0);
    expect(high).toBeCloseTo(0.037, 3);
  });
  it('knows nothing without a trial', () => {
    expect(measured(0, 0)).toEqual({ hits: 0, trials: 0, low: 0, high: 1 });
  });
  it('holds the share between its ends', () => {
    const { low, high } = measured(5, 50);
    expect(low).toBeLessThan(0.1);
    expect(high).toBeGreaterThan(0.1);
    expect(measured(50, 50).high).toBe(1);
  });
});

describe('countScores', () => {
  it('counts by twentieths, with 1 in the last and what is negative in the first', () => {
    const counts = countScores([-0.2, 0, 0.049, 0.05, 0.999, 1]);
    expect(counts).toHaveLength(20);
    expect([counts[0], counts[1], counts[19]]).toEqual([3, 1, 2]);
  });
  it('counts a score as often as it was seen', () => {
    expect(countScores([0.5, 0.9], [7, 2])[10]).toBe(7);
  });
});

const choice = (ages: ChoiceResult['ages'], named: number, people: number, kept: number): ChoiceResult => ({
  ages,
  falseClaims: measured(0, people * people),
  wrongNames: measured(named, people),
  kept: measured(kept, 5000),
});

describe('propose', () => {
  it('says how many people are missing while none was named wrongly', () => {
    const { proposed, missing } = propose([choice('adults', 0, 800, 5000)], 'adults');
    expect(proposed).toBeNull();
    expect(missing).toEqual({ people: 3038, checkIns: 0 });
    expect(propose([choice('adults', 0, 3838, 5000)], 'adults').missing.people).toBe(0);
  });
  it('names the choice that names fewer, and of equals the one that keeps more check-ins', () => {
    const choices = [
      choice('adults', 3, 1000, 4900),
      choice('from_12', 3, 1000, 4950),
      choice('under_12', 40, 1000, 5000),
    ];
    expect(propose(choices, 'under_12').proposed).toBe('from_12');
  });
  it('keeps the choice where no other is better', () => {
    const choices = [choice('adults', 40, 1000, 5000), choice('from_12', 40, 1000, 5000)];
    expect(propose(choices, 'adults').proposed).toBeNull();
  });
  it('proposes nothing before it knows what that would refuse', () => {
    const few = { ...choice('under_12', 40, 1000, 0), kept: measured(10, 10) };
    const { proposed, missing } = propose([few, choice('adults', 0, 1000, 5000)], 'under_12');
    expect(proposed).toBeNull();
    expect(missing).toEqual({ people: 0, checkIns: 1990 });
  });
});

describe('renewalReason', () => {
  const now = new Date('2026-09-01T08:00:00Z');
  const history = (change: Partial<TemplateHistory>): TemplateHistory => ({
    personId: 1,
    quality: 0.8,
    newest: new Date('2026-08-01T08:00:00Z'),
    first: 0.7,
    latest: 0.68,
    scores: 40,
    ...change,
  });
  it('leaves fresh photos that match alone', () => {
    expect(renewalReason(history({}), 'under_12', now)).toBeNull();
  });
  it('asks children after half a year and adults after four', () => {
    const old = history({ newest: new Date('2026-02-20T08:00:00Z') });
    expect(renewalReason(old, 'under_12', now)).toBe('old');
    expect(renewalReason(old, 'from_12', now)).toBeNull();
    expect(renewalReason(old, 'adults', now)).toBeNull();
    expect(renewalReason(history({ newest: new Date('2022-08-01T08:00:00Z') }), 'adults', now)).toBe('old');
  });
  it('asks whose scores fall, once there are enough of them', () => {
    expect(renewalReason(history({ latest: 0.55 }), 'adults', now)).toBe('drifting');
    expect(renewalReason(history({ latest: 0.55, scores: 9 }), 'adults', now)).toBeNull();
  });
  it('asks whose photos are weak, check-ins or not', () => {
    expect(
      renewalReason(history({ quality: 0.3, first: null, latest: null, scores: 0 }), 'adults', now),
    ).toBe('weak');
  });
});
