import { describe, expect, it } from 'vitest';
import type { FaceMeasures, QualityReason } from './face.types.ts';
import {
  checkSingleFace,
  doubtfulAspect,
  faceProblem,
  QUALITY_MESSAGES,
  qualityScore,
} from './face-quality.rules.ts';
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
    ['too_dark', { brightness: 0.04, around: 0.1 }],
    ['backlit', { brightness: 0.12, around: 0.6 }],
    ['too_bright', { brightness: 0.97 }],
    ['blurred', { sharpness: 0.04 }],
    ['blurred', { evenness: 0.3 }],
    ['unclear', { strength: 0.5 }],
    ['unclear', { sharpness: 2 }],
    ['tilted', { isTurnedOver: true }],
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
    { brightness: 0.13, around: 0.2 },
    { evenness: 0.5 },
    { strength: 0.62 },
    { pose: { yaw: 0, pitch: 0, roll: 90 } },
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

  it('accepts a small face and closed eyes in a group, and no picture that is too poor', () => {
    const inGroup = (measures: Partial<FaceMeasures>) =>
      faceProblem({ ...GOOD_MEASURES, ...measures }, 'group');
    expect([inGroup({ eyeDistance: 12 }), inGroup({ eyeOpenness: { left: 0, right: 0 } })]).toEqual([
      null,
      null,
    ]);
    expect([inGroup({ eyeDistance: 9 }), inGroup({ strength: 0.5 })]).toEqual(['too_small', 'unclear']);
  });

  it('does not judge the strength of a face that was not embedded', () => {
    expect(reasonFor({ strength: null }, 'enrolment')).toBeNull();
  });

  it('says what may be wrong with a picture that does not match, if anything', () => {
    expect(doubtfulAspect(GOOD_MEASURES)).toBeNull();
    expect(doubtfulAspect({ ...GOOD_MEASURES, sharpness: 0.11 })).toBe('blurred');
    expect(doubtfulAspect({ ...GOOD_MEASURES, strength: 0.62 })).toBe('unclear');
    expect(doubtfulAspect({ ...GOOD_MEASURES, brightness: 0.15 })).toBe('too_dark');
  });

  it('has a message for every reason', () => {
    for (const message of Object.values(QUALITY_MESSAGES)) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it('scores a worse photo lower', () => {
    expect(qualityScore({ ...GOOD_MEASURES, sharpness: 0.12 })).toBeLessThan(qualityScore(GOOD_MEASURES));
  });
});
