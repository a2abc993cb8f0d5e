import { describe, expect, it } from 'vitest';
import { CHALLENGE_STEPS, type ChallengeStep, type FaceObservation } from '../faces/face.types.ts';
import { observation, TEST_PROFILE } from '../faces/observation.fixture.ts';
import { frontViewOf, verifyStep } from './challenge.rules.ts';
import { showsStep } from './shown-step.rules.ts';

const face = (
  yaw: number,
  eyes = 0.9,
  more: { pitch?: number; eyeDistance?: number } = {},
): FaceObservation =>
  observation({
    measures: {
      pose: { yaw, pitch: more.pitch ?? 0, roll: 0 },
      eyeOpenness: { left: eyes, right: eyes },
      eyeDistance: more.eyeDistance ?? 90,
    },
  });

describe('a picture that shows the movement of a step', () => {
  it.each<[string, ChallengeStep, FaceObservation, boolean]>([
    ['a turn to the left', 'turn_left', face(25), true],
    ['a turn to the left that is hardly one', 'turn_left', face(17), false],
    ['a profile', 'turn_left', face(70), false],
    ['the wrong side', 'turn_left', face(-25), false],
    ['a turn to the right', 'turn_right', face(-25), true],
    ['a turn with closed eyes', 'turn_right', face(-25, 0.1), false],
    ['a nod', 'nod', face(0, 0.9, { pitch: -18 }), true],
    ['a nod with lowered lids', 'nod', face(0, 0.2, { pitch: -18 }), true],
    ['a raised chin for a nod', 'nod', face(0, 0.9, { pitch: 18 }), false],
    ['coming closer', 'nearer', face(0, 0.9, { eyeDistance: 120 }), true],
    ['moving away', 'nearer', face(0, 0.9, { eyeDistance: 60 }), false],
    ['closed eyes', 'blink', face(0, 0.1), true],
    ['narrowed eyes', 'blink', face(0, 0.6), false],
    ['closed eyes on a turned head', 'blink', face(20, 0.1), false],
  ])('%s', (_, step, seen, expected) => {
    expect(showsStep(step, seen, face(0))).toBe(expected);
  });

  it('measures a turn from the first picture', () => {
    expect([showsStep('turn_left', face(22), face(0)), showsStep('turn_left', face(22), face(6))]).toEqual([
      true,
      false,
    ]);
  });

  it('is never one that the server would refuse', () => {
    let sent = 0;
    for (const step of CHALLENGE_STEPS)
      for (let yaw = -45; yaw <= 45; yaw += 3)
        for (let pitch = -30; pitch <= 30; pitch += 5)
          for (const eyes of [0.05, 0.2, 0.35, 0.5, 0.9])
            for (const eyeDistance of [60, 90, 115, 130]) {
              const seen = face(yaw, eyes, { pitch, eyeDistance });
              if (!showsStep(step, seen, face(0))) continue;
              sent += 1;
              const frames = [{ width: 640, height: 480, faces: [seen] }];
              const verdict = verifyStep({
                front: frontViewOf(face(0)),
                frames,
                step,
                profile: TEST_PROFILE,
              });
              expect(verdict, `${step} ${yaw} ${pitch} ${eyes} ${eyeDistance}`).toMatchObject({ ok: true });
            }
    expect(sent).toBeGreaterThan(100);
  });
});
