import type { FaceMeasures, FaceObservation } from '@rollcall/core/faces/face.types';
import { describe, expect, it } from 'vitest';
import { followSight, type Hint, type Sight, STEADY_MS } from './guidance.rules.ts';

const GOOD: FaceMeasures = {
  eyeDistance: 80,
  brightness: 0.5,
  contrast: 0.2,
  sharpness: 0.4,
  evenness: 0.8,
  around: 0.5,
  strength: null,
  pose: { yaw: 0, pitch: 0, roll: 0 },
  eyeOpenness: { left: 0.9, right: 0.9 },
  presence: 0.99,
  visible: 1,
  covered: 0,
};
const at = { x: 0, y: 0 };

function face(measures: Partial<FaceMeasures> = {}, x = 200, width = 200): FaceObservation {
  return {
    box: { x, y: 100, width, height: width },
    detectionScore: 0.9,
    points: [at, at, at, at, at],
    measures: { ...GOOD, ...measures },
    imprint: new Uint8Array(),
    mirroredImprint: new Uint8Array(),
    embedding: null,
    liveness: null,
  };
}
const picture = (...faces: FaceObservation[]) => ({ width: 640, height: 480, faces });
const look = (before: Sight | null, time: number, ...faces: FaceObservation[]) =>
  followSight(before, picture(...faces), time, 'attendance');

describe('live guidance', () => {
  it.each<[Hint, readonly FaceObservation[]]>([
    ['no_face', []],
    ['several_faces', [face(), face({}, 420)]],
    ['too_small', [face({ eyeDistance: 12 })]],
    ['too_dark', [face({ brightness: 0.05, around: 0.1 })]],
    ['backlit', [face({ brightness: 0.1, around: 0.7 })]],
    ['too_bright', [face({ brightness: 0.97 })]],
    ['turned_away', [face({ pose: { yaw: 50, pitch: 0, roll: 0 } })]],
    ['blurred', [face({ sharpness: 0.02 })]],
    ['covered', [face({ covered: 0.9 })]],
    ['eyes_closed', [face({ eyeOpenness: { left: 0.05, right: 0.05 } })]],
    ['cut_off', [face({ visible: 0.5 })]],
    ['moving', [face()]],
  ])('gives the hint "%s"', (hint, faces) => {
    expect(look(null, 0, ...faces)).toMatchObject({ hint, held: 0 });
  });

  it('ignores a small face in the background', () => {
    expect(look(null, 0, face(), face({}, 500, 60)).hint).toBe('moving');
  });

  it('counts how long the face is held still, up to 0.8 s', () => {
    const first = look(null, 1000, face());
    const half = look(first, 1000 + STEADY_MS / 2, face({}, 204));
    expect([half.hint, half.held]).toEqual(['steady', 0.5]);
    expect(look(half, 1000 + STEADY_MS, face({}, 198)).held).toBe(1);
    expect(look(half, 9000, face()).held).toBe(1);
  });

  it('starts again when the face moves, comes nearer or has a problem in between', () => {
    const first = look(null, 0, face());
    expect(look(first, 500, face({}, 260))).toMatchObject({ hint: 'moving', held: 0 });
    expect(look(first, 500, face({}, 180, 240))).toMatchObject({ hint: 'moving', held: 0 });
    const dark = look(first, 300, face({ brightness: 0.05 }));
    expect(look(dark, 700, face())).toMatchObject({ hint: 'moving', held: 0 });
  });

  it('does not accept a slow drift as holding still', () => {
    let sight = look(null, 0, face());
    let full = 0;
    for (let step = 1; step <= 20; step++) {
      sight = look(sight, step * 100, face({}, 200 + step * 10));
      if (sight.held === 1) full++;
    }
    expect(full).toBe(0);
  });
});
