import { MAX_CHALLENGE_FRAMES } from '@rollcall/core/faces/challenge.rules';
import { describe, expect, it } from 'vitest';
import {
  type ChallengeFrame,
  challengeReducer,
  isDone,
  stageOf,
  startChallenge,
} from './challenge.reducer.ts';

const run = (frames: readonly ChallengeFrame[]) =>
  frames.reduce(challengeReducer, startChallenge(['blink', 'turn_left']));
const of = (type: ChallengeFrame['type'], ...names: string[]) => names.map((jpeg) => ({ type, jpeg }));

describe('the movement the server asks for', () => {
  it('begins with a look straight ahead', () => {
    expect(stageOf(startChallenge(['turn_left']))).toBe('front');
  });

  it('goes on with every stage that was seen, and keeps the frames in order', () => {
    const half = run(of('seen', 'a', 'b'));
    expect([stageOf(half), isDone(half)]).toEqual(['turn_left', false]);
    const whole = run(of('seen', 'a', 'b', 'c'));
    expect([stageOf(whole), isDone(whole), whole.frames]).toEqual([null, true, ['a', 'b', 'c']]);
  });

  it('takes two frames of each stage by the clock where nobody watches, no more than the server reads', () => {
    expect(stageOf(run(of('timed', '1')))).toBe('front');
    expect(stageOf(run(of('timed', '1', '2')))).toBe('blink');
    const whole = run(of('timed', '1', '2', '3', '4', '5', '6'));
    expect(isDone(whole)).toBe(true);
    expect(whole.frames.length).toBeLessThanOrEqual(MAX_CHALLENGE_FRAMES);
  });

  it('goes on from a stage that was not seen, with its frame: the server decides', () => {
    const after = run([...of('seen', 'a'), ...of('given-up', 'b')]);
    expect([stageOf(after), after.frames]).toEqual(['turn_left', ['a', 'b']]);
  });

  it('takes no frame after the end', () => {
    const whole = run(of('seen', 'a', 'b', 'c'));
    expect(challengeReducer(whole, { type: 'seen', jpeg: 'd' })).toBe(whole);
  });
});
