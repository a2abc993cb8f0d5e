import { describe, expect, it } from 'vitest';
import type { ChallengeStep, FaceObservation } from '../faces/face.types.ts';
import {
  headOutline,
  imageAnalysis,
  observation,
  personEmbedding,
  TEST_PROFILE,
} from '../faces/observation.fixture.ts';
import { verifyChallenge } from './challenge.rules.ts';

const turnedTo = (yaw: number, more: Partial<FaceObservation> = {}) =>
  observation({ ...more, measures: { pose: { yaw, pitch: 0, roll: 0 } } });
const eyes = (openness: number) =>
  observation({ measures: { eyeOpenness: { left: openness, right: openness } } });
const verify = (steps: ChallengeStep[], ...faces: FaceObservation[]) =>
  verifyChallenge({ frames: faces.map((face) => imageAnalysis(face)), steps, profile: TEST_PROFILE });

describe('a challenge', () => {
  it('is passed by looking at the camera and then doing the steps', () => {
    expect(verify(['turn_left'], turnedTo(0), turnedTo(12), turnedTo(25)).ok).toBe(true);
    expect(verify(['turn_right'], turnedTo(2), turnedTo(-25)).ok).toBe(true);
    expect(verify(['blink'], eyes(0.9), eyes(0.2), eyes(0.9)).ok).toBe(true);
  });

  it('returns the frontal frame for recognition', () => {
    const outcome = verify(['turn_left'], turnedTo(3), turnedTo(25));
    expect(outcome).toMatchObject({ ok: true, frontal: { measures: { pose: { yaw: 3 } } } });
  });

  it('requires the steps in the order asked', () => {
    const frames = [turnedTo(0), turnedTo(25), turnedTo(0), turnedTo(-25)];
    expect(verify(['turn_left', 'turn_right'], ...frames).ok).toBe(true);
    expect(verify(['turn_right', 'turn_left'], ...frames)).toEqual({ ok: false, problem: 'step_not_seen' });
  });

  it('fails for the other direction and for a small turn', () => {
    expect(verify(['turn_left'], turnedTo(0), turnedTo(-25)).ok).toBe(false);
    expect(verify(['turn_left'], turnedTo(0), turnedTo(14)).ok).toBe(false);
  });

  it.each<ChallengeStep>(['turn_left', 'turn_right', 'blink'])(
    '%s fails for a repeated still photo',
    (step) => {
      for (const yaw of [-30, -8, 0, 8, 30]) {
        const still = turnedTo(yaw);
        expect(verify([step], still, still, still, still).ok).toBe(false);
      }
    },
  );

  it('fails for a flat photo distorted until its pose measures as turned', () => {
    const bent = headOutline(0).map(({ x, y }) => ({
      x: (0.7 * x) / (1 + 0.002 * x),
      y: y / (1 + 0.002 * x),
    }));
    expect(verify(['turn_left'], turnedTo(0), turnedTo(25, { outline: bent })).ok).toBe(false);
  });

  it('fails for a still photo of a turned head and its mirror image', () => {
    const mirrored = headOutline(25).map(({ x, y }) => ({ x: 3 * x + 40, y: 3 * y }));
    expect(
      verify(['turn_left'], turnedTo(-9, { outline: headOutline(-25) }), turnedTo(25, { outline: mirrored }))
        .ok,
    ).toBe(false);
  });

  it('fails without the outline points', () => {
    const { outline: _, ...flat } = turnedTo(25);
    expect(verify(['turn_left'], turnedTo(0), flat).ok).toBe(false);
  });

  it('fails for frames of two people', () => {
    const other = turnedTo(25, { embedding: personEmbedding(3) });
    expect(verify(['turn_left'], turnedTo(0), other)).toEqual({ ok: false, problem: 'different_people' });
    expect(verify(['turn_left'], turnedTo(0), turnedTo(25), turnedTo(0, { embedding: null })).ok).toBe(false);
  });

  it('fails for frames with a low passive liveness score', () => {
    const frames = [turnedTo(0, { liveness: 0.1 }), turnedTo(25, { liveness: 0.05 })];
    expect(verify(['turn_left'], ...frames)).toEqual({ ok: false, problem: 'not_live' });
  });

  it('requires a frontal frame, one face per frame and a limited number of frames', () => {
    expect(verify(['turn_left'], turnedTo(14), turnedTo(40))).toEqual({ ok: false, problem: 'not_frontal' });
    const crowd = imageAnalysis(turnedTo(0), turnedTo(0));
    expect(verifyChallenge({ frames: [crowd], steps: ['blink'], profile: TEST_PROFILE })).toEqual({
      ok: false,
      problem: 'several_faces',
    });
    expect(verify(['blink'], ...Array.from({ length: 7 }, () => eyes(0.9)))).toEqual({
      ok: false,
      problem: 'too_many_frames',
    });
    expect(verify(['blink'])).toEqual({ ok: false, problem: 'no_frames' });
    expect(verify([], turnedTo(0), turnedTo(25)).ok).toBe(false);
  });

  it('does not count one closed eye as a blink', () => {
    const wink = observation({ measures: { eyeOpenness: { left: 0.1, right: 0.9 } } });
    expect(verify(['blink'], eyes(0.9), wink).ok).toBe(false);
  });
});
