import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { MAX_CHALLENGE_FRAMES, verifyChallenge } from '@rollcall/core/liveness/challenge.rules';
import { describe, expect, it } from 'vitest';
import {
  type ChallengeFrame,
  challengeReducer,
  isDone,
  type Stage,
  showsStage,
  stageOf,
  startChallenge,
} from './challenge.reducer.ts';

const run = (frames: readonly ChallengeFrame[]) =>
  frames.reduce(challengeReducer, startChallenge(['blink', 'turn_left']));
const of = (type: ChallengeFrame['type'], ...names: string[]) => names.map((jpeg) => ({ type, jpeg }));

describe('challenge', () => {
  it('begins with the front stage', () => {
    expect(stageOf(startChallenge(['turn_left']))).toBe('front');
  });

  it('advances with every stage that was seen and keeps the frames in order', () => {
    const half = run(of('seen', 'a', 'b'));
    expect([stageOf(half), isDone(half)]).toEqual(['turn_left', false]);
    const whole = run(of('seen', 'a', 'b', 'c'));
    expect([stageOf(whole), isDone(whole), whole.frames]).toEqual([null, true, ['a', 'b', 'c']]);
  });

  it('takes two timed frames per stage without guidance, within the limit of the server', () => {
    expect(stageOf(run(of('timed', '1')))).toBe('front');
    expect(stageOf(run(of('timed', '1', '2')))).toBe('blink');
    const whole = run(of('timed', '1', '2', '3', '4', '5', '6'));
    expect(isDone(whole)).toBe(true);
    expect(whole.frames.length).toBeLessThanOrEqual(MAX_CHALLENGE_FRAMES);
  });

  it('advances from a stage that was not seen and keeps its frame for the server', () => {
    const after = run([...of('seen', 'a'), ...of('given-up', 'b')]);
    expect([stageOf(after), after.frames]).toEqual(['turn_left', ['a', 'b']]);
  });

  it('takes no frame after the end', () => {
    const whole = run(of('seen', 'a', 'b', 'c'));
    expect(challengeReducer(whole, { type: 'seen', jpeg: 'd' })).toBe(whole);
  });
});

const at = { x: 0, y: 0 };
function face(yaw: number, eyes = 0.9): FaceObservation {
  return {
    box: { x: 200, y: 100, width: 200, height: 200 },
    detectionScore: 0.9,
    points: [at, at, at, at, at],
    measures: {
      eyeDistance: 80,
      brightness: 0.5,
      contrast: 0.2,
      sharpness: 0.4,
      pose: { yaw, pitch: 0, roll: 0 },
      eyeOpenness: { left: eyes, right: eyes },
      presence: 0.99,
      visible: 1,
      covered: 0,
    },
    embedding: null,
    liveness: null,
  };
}

describe('frames that show the movement of a stage', () => {
  it.each<[string, Stage, FaceObservation, boolean]>([
    ['straight ahead', 'front', face(3), true],
    ['straight ahead with closed eyes', 'front', face(0, 0.2), false],
    ['a turned head for straight ahead', 'front', face(15), false],
    ['a turn to the left', 'turn_left', face(25), true],
    ['a turn to the left that is hardly one', 'turn_left', face(17), false],
    ['a profile', 'turn_left', face(70), false],
    ['the wrong side', 'turn_left', face(-25), false],
    ['a turn to the right', 'turn_right', face(-25), true],
    ['closed eyes', 'blink', face(0, 0.1), true],
    ['narrowed eyes', 'blink', face(0, 0.6), false],
    ['closed eyes on a turned head', 'blink', face(20, 0.1), false],
  ])('%s', (_, stage, seen, expected) => {
    expect(showsStage(stage, seen, face(0))).toBe(expected);
  });

  it('measures a turn from the pose of the front stage', () => {
    expect([showsStage('turn_left', face(22), face(0)), showsStage('turn_left', face(22), face(6))]).toEqual([
      true,
      false,
    ]);
  });

  it('accepts no blink that the server would refuse', () => {
    const profile = {
      modelId: 'm',
      embeddingSize: 1,
      verifyThreshold: 0,
      identifyThreshold: 0,
      identifyMargin: 0,
      duplicateThreshold: 0,
      agreeThreshold: 0,
      liveAbove: 0.8,
      spoofBelow: 0.3,
    };
    const seen = (one: FaceObservation) => ({
      width: 640,
      height: 480,
      faces: [{ ...one, embedding: Float32Array.of(1) }],
    });
    for (let before = 0.65; before <= 1; before += 0.05)
      for (let after = 0; after <= 0.6; after += 0.02) {
        const front = face(0, before);
        const shut = face(0, after);
        if (!showsStage('front', front, null) || !showsStage('blink', shut, front)) continue;
        expect(verifyChallenge({ frames: [seen(front), seen(shut)], steps: ['blink'], profile }).ok).toBe(
          true,
        );
      }
  });
});
