import { describe, expect, it } from 'vitest';
import type { FaceObservation, ImageAnalysis } from '../face.types.ts';
import {
  headOutline,
  observation,
  personEmbedding,
  TEST_PROFILE as profile,
} from '../observation.fixture.ts';
import { judgeBurst } from './burst.rules.ts';

const picture = (given: Partial<FaceObservation> = {}): ImageAnalysis => ({
  width: 640,
  height: 480,
  faces: [observation({ embedding: personEmbedding(1), liveness: 0.95, ...given })],
});
const outline = (yaw: number, shift = 0) => headOutline(yaw, { x: shift, y: shift / 2, scale: 80 });
const living = [0, 2, 4].map((yaw) => picture({ outline: outline(yaw) }));
const judge = (pictures: readonly ImageAnalysis[], liveness: 'off' | 'burst' = 'burst') =>
  judgeBurst(pictures, liveness, profile);

describe('the pictures of one look into the camera', () => {
  it('of somebody who is there are taken together', () => {
    const verdict = judge(living);
    expect(verdict.ok && verdict.embedding[1]).toBeCloseTo(1);
  });

  it('may be poor but for two of them', () => {
    const empty = { width: 640, height: 480, faces: [] };
    const [first, second] = living;
    if (!first || !second) throw new Error('There are two.');
    expect(judge([first, empty, second]).ok).toBe(true);
    expect(judge([first, empty, empty])).toMatchObject({ kind: 'poor_quality', reason: 'no_face' });
  });

  it('of two people, one after the other, are nobody’s', () => {
    const other = picture({ outline: outline(4), embedding: personEmbedding(5) });
    expect(judge([...living.slice(0, 2), other])).toMatchObject({ reason: 'several_faces' });
  });

  it('of a screen or a print are refused by the mean of all of them', () => {
    const look = (scores: readonly number[]) =>
      judge(scores.map((liveness, at) => picture({ outline: outline(2 * at), liveness })));
    expect(look([0.9, 0.2, 0.9]).ok).toBe(true);
    expect(look([0.6, 0.2, 0.4])).toEqual({ ok: false, kind: 'not_live' });
  });

  it('that are copies of one picture are refused, shifted or not', () => {
    const still = [0, 0, 0].map(() => picture({ outline: outline(1) }));
    const moved = [0, 15, 30].map((shift) => picture({ outline: outline(1, shift) }));
    expect(judge(still)).toEqual({ ok: false, kind: 'not_live' });
    expect(judge(moved)).toEqual({ ok: false, kind: 'not_live' });
    expect(judge(still, 'off').ok).toBe(true);
  });
});
