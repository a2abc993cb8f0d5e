import { describe, expect, it } from 'vitest';
import { type Attempt, recount, type TakenRow } from './offline-recount.ts';

const said = (code: string, means: Attempt['means'] = 'pin'): Attempt => ({ code, means, isSaid: true });
const row = (number: number, code: string | null, doubt: string | null = null, means = 'pin'): TakenRow => ({
  number,
  code,
  doubt,
  means,
});

describe('what a kiosk wrote down', () => {
  it('is all there: counted, or listed for the office by name or without one', () => {
    const attempts = [said('A'), said('B'), said('C', 'face')];
    const rows = [row(1, 'A'), row(2, 'B', 'clock'), row(3, null, 'unknown', 'face')];
    expect(recount(attempts, rows, ['A'])).toEqual({
      lost: 0,
      doubled: 0,
      counted: 1,
      listed_for_the_office: 2,
      listed_by_reason: { clock: 1, unknown: 1 },
      kept_although_nothing_was_said: 0,
    });
  });

  it('is lost where a screen said so and there is no row, or a counted row has no check-in', () => {
    expect(recount([said('A'), said('B')], [row(1, 'A')], ['A']).lost).toBe(1);
    expect(recount([said('A')], [row(1, 'A')], []).lost).toBe(1);
    expect(recount([said('A')], [], ['A']).lost).toBe(1);
    // A face that nobody could name does not stand for a PIN, nor for two faces.
    expect(recount([said('A')], [row(1, null, 'unknown', 'face')], []).lost).toBe(1);
    const faces = [said('A', 'face'), said('B', 'face')];
    expect(recount(faces, [row(1, null, 'unknown', 'face')], []).lost).toBe(1);
  });

  it('is doubled where there are more rows than tries, or two check-ins', () => {
    expect(recount([said('A')], [row(1, 'A'), row(2, 'A')], ['A']).doubled).toBeGreaterThan(0);
    expect(recount([said('A')], [row(1, 'A')], ['A', 'A']).doubled).toBe(1);
    expect(recount([said('A')], [row(1, 'A'), row(2, null, 'unknown')], ['A']).doubled).toBe(1);
  });

  it('may be there although the tablet died before it said so, once for each try', () => {
    const attempts = [{ ...said('A'), isSaid: false }, said('A')];
    const both = recount(attempts, [row(1, 'A'), row(2, 'A')], ['A']);
    expect(both).toMatchObject({ lost: 0, doubled: 0, kept_although_nothing_was_said: 1 });
    expect(recount(attempts, [row(1, 'A')], ['A'])).toMatchObject({ lost: 0, doubled: 0 });
    expect(recount([{ ...said('A'), isSaid: false }], [], [])).toMatchObject({ lost: 0, doubled: 0 });
  });
});
