import { describe, expect, it } from 'vitest';
import type { FaceMeasures, QualityReason } from './face.types.ts';
import { checkSingleFace, QUALITY_MESSAGES, qualityScore } from './face-quality.rules.ts';
import { GOOD_MEASURES, imageAnalysis, observation } from './observation.fixture.ts';

const reasonFor = (measures: Partial<FaceMeasures>, purpose: 'attendance' | 'enrolment' = 'attendance') => {
  const verdict = checkSingleFace(imageAnalysis(observation({ measures })), purpose);
  return verdict.ok ? null : verdict.reason;
};

describe('the quality gate', () => {
  it('accepts a good face and returns its quality', () => {
    expect(checkSingleFace(imageAnalysis(observation()), 'enrolment')).toMatchObject({
      ok: true,
      quality: 1,
    });
  });

  it.each<[QualityReason, Partial<FaceMeasures>]>([
    ['too_small', { eyeDistance: 12 }],
    ['too_dark', { brightness: 0.04 }],
    ['too_bright', { brightness: 0.97 }],
    ['blurred', { sharpness: 0.04 }],
    ['turned_away', { pose: { yaw: -60, pitch: 0, roll: 0 } }],
    ['turned_away', { pose: { yaw: 0, pitch: 45, roll: 0 } }],
    ['eyes_closed', { eyeOpenness: { left: 0.05, right: 0.1 } }],
    ['covered', { covered: 0.95 }],
    ['covered', { presence: 0.4 }],
    ['cut_off', { visible: 0.6 }],
  ])('refuses a face with reason %s', (reason, measures) => {
    expect(reasonFor(measures)).toBe(reason);
    expect(reasonFor(measures, 'enrolment')).toBe(reason);
  });

  it('refuses an image with no face or several faces', () => {
    expect(checkSingleFace(imageAnalysis(), 'attendance')).toMatchObject({ ok: false, reason: 'no_face' });
    const two = imageAnalysis(observation(), observation());
    expect(checkSingleFace(two, 'attendance')).toMatchObject({ ok: false, reason: 'several_faces' });
  });

  it('ignores a small face in the background', () => {
    const behind = observation({ box: { x: 0, y: 0, width: 40, height: 40 } });
    expect(checkSingleFace(imageAnalysis(observation(), behind), 'enrolment').ok).toBe(true);
  });

  it.each<Partial<FaceMeasures>>([
    { eyeDistance: 30 },
    { brightness: 0.13 },
    { sharpness: 0.13 },
    { pose: { yaw: 38, pitch: 0, roll: 0 } },
    { eyeOpenness: { left: 0.3, right: 0.3 } },
    { covered: 0.6 },
  ])('is stricter for an enrolment photo than for attendance: %o', (measures) => {
    expect(reasonFor(measures)).toBeNull();
    expect(reasonFor(measures, 'enrolment')).not.toBeNull();
  });

  it('accepts one closed eye and a tilted head', () => {
    expect(reasonFor({ eyeOpenness: { left: 0.1, right: 0.8 } })).toBeNull();
    expect(reasonFor({ pose: { yaw: 0, pitch: 0, roll: 40 } })).toBeNull();
  });

  it('has a message for every reason', () => {
    for (const message of Object.values(QUALITY_MESSAGES)) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it('scores a worse photo lower', () => {
    expect(qualityScore({ ...GOOD_MEASURES, sharpness: 0.12 })).toBeLessThan(qualityScore(GOOD_MEASURES));
  });
});
