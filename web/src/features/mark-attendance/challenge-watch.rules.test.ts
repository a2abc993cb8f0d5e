import { verifyChallenge } from '@rollcall/core/faces/challenge.rules';
import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { describe, expect, it } from 'vitest';
import type { Stage } from './challenge.reducer.ts';
import { stageSeen } from './challenge-watch.rules.ts';

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

describe('which frame of a movement is sent', () => {
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
    expect(stageSeen(stage, seen, face(0))).toBe(expected);
  });

  it('counts a turn from where the head was', () => {
    expect([stageSeen('turn_left', face(22), face(0)), stageSeen('turn_left', face(22), face(6))]).toEqual([
      true,
      false,
    ]);
  });

  it('never takes for a blink what the server would not', () => {
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
        if (!stageSeen('front', front, null) || !stageSeen('blink', shut, front)) continue;
        expect(verifyChallenge({ frames: [seen(front), seen(shut)], steps: ['blink'], profile }).ok).toBe(
          true,
        );
      }
  });
});
