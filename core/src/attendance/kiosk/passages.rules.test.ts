import { describe, expect, it } from 'vitest';
import { LONGEST_STAY_MS, passagesOf, type Seen } from './passages.rules.ts';

const at = (time: string): Date => new Date(`2026-03-${time.length > 5 ? time : `02T${time}`}:00Z`);
const door =
  (direction: Seen['direction']) =>
  (time: string, kioskId: string | null = null) => ({
    at: at(time),
    direction: direction ?? null,
    kioskId,
  });
const [both, into, out, elsewhere] = [door('both'), door('in'), door('out'), door(null)];

/** `in`, `out`, or the same with `again` for what repeats the look before. */
const ways = (checkIns: readonly Seen[], dayBefore: readonly Seen[] = []): string[] =>
  passagesOf(checkIns, dayBefore).map(({ direction, isRepeat }) => `${direction}${isRepeat ? ' again' : ''}`);

describe('the direction of a check-in', () => {
  it('is what the kiosk is set to; a check-in without a kiosk is the way in', () => {
    expect(ways([out('08:00'), into('09:00'), into('10:00'), elsewhere('11:00')])).toEqual([
      'out',
      'in',
      'in',
      'in',
    ]);
  });

  it('turns round at a kiosk for both ways, but not within minutes', () => {
    expect(ways([both('08:00'), both('08:04'), both('08:06'), both('12:00')])).toEqual([
      'in',
      'in again',
      'out',
      'in',
    ]);
    expect(ways([elsewhere('08:00'), both('12:00')])).toEqual(['in', 'out']);
    expect(ways([into('08:00'), out('09:00'), both('09:04'), both('10:00')])).toEqual([
      'in',
      'out',
      'out again',
      'in',
    ]);
  });

  it('follows from what was before, in whatever order the check-ins are given', () => {
    const day = [both('08:56'), both('12:00', 'a'), both('12:00', 'b'), out('12:02'), both('17:00')];
    const inOrder = ways(day);
    expect(inOrder).toEqual(['in', 'out', 'out again', 'out again', 'in']);
    expect(ways(day.toReversed())).toEqual(inOrder);
    expect(ways([both('17:00'), both('08:56')])).toEqual(['in', 'out']);
  });

  it('after a night shift is out, on every day', () => {
    const night = [both('03T06:05'), both('03T21:55')];
    expect(ways(night, [both('02T21:55')])).toEqual(['out', 'in']);
    // Each night, and not only the first.
    expect(ways([both('04T06:05')], night)).toEqual(['out']);
  });

  it('is in on the next morning, although the person forgot to go out', () => {
    expect(ways([both('03T08:00')], [both('02T08:00'), both('02T12:00'), both('02T17:00')])).toEqual(['in']);
    const stayed = new Date(at('02T08:00').getTime() + LONGEST_STAY_MS);
    expect(ways([both('02T08:00'), { at: stayed, direction: 'both' }])).toEqual(['in', 'in']);
  });
});

describe('a check-in', () => {
  it('repeats one of the same way within five minutes', () => {
    expect(ways([into('09:00'), into('09:04')])).toEqual(['in', 'in again']);
    expect(ways([into('09:00'), into('09:05')])).toEqual(['in', 'in']);
    // Of three in a row the third is five minutes after the one that counts.
    expect(ways([into('09:00'), into('09:03'), into('09:06')])).toEqual(['in', 'in again', 'in']);
  });

  it('repeats none where the person was out between', () => {
    expect(ways([into('09:00'), out('09:02'), into('09:03'), into('09:04'), out('09:04')])).toEqual([
      'in',
      'out',
      'in',
      'in again',
      'out',
    ]);
  });

  it('of another day repeats none: each day has its own', () => {
    expect(ways([into('03T00:01')], [into('02T23:58')])).toEqual(['in']);
  });
});
