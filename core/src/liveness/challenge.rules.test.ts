import { describe, expect, it } from 'vitest';
import { CHALLENGE_STEPS, type ChallengeStep, type FaceObservation } from '../faces/face.types.ts';
import {
  headOutline,
  imageAnalysis,
  observation,
  personEmbedding,
  TEST_PROFILE,
} from '../faces/observation.fixture.ts';
import { chooseSteps, frontViewOf, isFrontal, MAX_STEP_FRAMES, verifyStep } from './challenge.rules.ts';
import { packFrontView, unpackFrontView } from './front-view.rules.ts';
import { SURROUNDINGS } from './surroundings.rules.ts';

const turnedTo = (yaw: number, more: Partial<FaceObservation> = {}) =>
  observation({ ...more, measures: { pose: { yaw, pitch: 0, roll: 0 } } });
const nodding = (pitch: number) => observation({ measures: { pose: { yaw: 0, pitch, roll: 0 } } });
const near = (eyeDistance: number) => observation({ measures: { eyeDistance } });
const eyes = (openness: number) =>
  observation({ measures: { eyeOpenness: { left: openness, right: openness } } });
const front = frontViewOf(observation());
const verify = (step: ChallengeStep, ...faces: FaceObservation[]) =>
  verifyStep({ front, frames: faces.map((face) => imageAnalysis(face)), step, profile: TEST_PROFILE });
const problemOf = (step: ChallengeStep, ...faces: FaceObservation[]) => {
  const outcome = verify(step, ...faces);
  return outcome.ok ? null : outcome.problem;
};

/** A frame that shows each movement. */
const SHOWN: Record<ChallengeStep, FaceObservation> = {
  turn_left: turnedTo(25),
  turn_right: turnedTo(-25),
  nod: nodding(-24),
  nearer: near(125),
  blink: eyes(0.2),
};

describe('a step of a challenge', () => {
  it.each(CHALLENGE_STEPS)('%s is met by its own movement, and by no other', (step) => {
    for (const other of CHALLENGE_STEPS)
      expect(problemOf(step, SHOWN[other]) === null, `${step} for ${other}`).toBe(other === step);
  });

  it.each(CHALLENGE_STEPS)('%s fails for a recording of every movement', (step) => {
    for (const other of CHALLENGE_STEPS)
      if (other !== step) expect(problemOf(step, SHOWN[other], SHOWN[step])).toBe('other_movement');
  });

  it.each(CHALLENGE_STEPS)('%s fails for a still photo that is sent again', (step) => {
    expect(problemOf(step, observation(), observation())).toBe('step_not_seen');
  });

  it('fails for a turn whose room is that of the first picture mirrored', () => {
    const { columns, rows } = SURROUNDINGS;
    // Lighter to the right, row by row.
    const room = Uint8Array.from(
      { length: columns * rows },
      (_, at) => 10 + 9 * (at % columns) + Math.floor(at / columns),
    );
    const inRoom = frontViewOf(observation({ surroundings: room }));
    const other = Uint8Array.from(
      room,
      (_, at) => room[at - (at % columns) + columns - 1 - (at % columns)] ?? 0,
    );
    for (const [surroundings, problem] of [
      [room, null],
      [other, 'mirrored'],
    ] as const) {
      const frames = [imageAnalysis(turnedTo(25, { surroundings }))];
      const outcome = verifyStep({ front: inRoom, frames, step: 'turn_left', profile: TEST_PROFILE });
      expect(outcome.ok ? null : outcome.problem).toBe(problem);
    }
  });

  it('fails for a turn that is hardly one', () => {
    expect(problemOf('turn_left', turnedTo(14))).toBe('step_not_seen');
  });

  it('fails for a flat photo distorted until its pose measures as turned', () => {
    const bent = headOutline(0).map(({ x, y }) => ({
      x: (0.7 * x) / (1 + 0.002 * x),
      y: y / (1 + 0.002 * x),
    }));
    expect(problemOf('turn_left', turnedTo(25, { outline: bent }))).toBe('step_not_seen');
  });

  it('fails for a still photo of a turned head whose mirror image it was begun with', () => {
    const turned = turnedTo(-25);
    const mirrored = { ...turned, outline: (turned.outline ?? []).map(({ x, y }) => ({ x: -x, y })) };
    const outcome = verifyStep({
      front: { ...frontViewOf(mirrored), yaw: 0 },
      frames: [imageAnalysis(turned)],
      step: 'turn_right',
      profile: TEST_PROFILE,
    });
    expect(outcome).toMatchObject({ ok: false });
  });

  it('fails when one frame looks like a picture, however live the others are', () => {
    const live = turnedTo(25);
    expect(problemOf('turn_left', live, live, turnedTo(22, { liveness: 0.1 }))).toBe('not_live');
    expect(problemOf('turn_left', turnedTo(25, { liveness: Number.NaN }))).toBe('not_live');
  });

  it('fails for another person, nobody, or two people in a frame', () => {
    expect(problemOf('turn_left', turnedTo(25, { embedding: personEmbedding(3) }))).toBe('different_people');
    const noFace = { front, frames: [imageAnalysis()], step: 'blink', profile: TEST_PROFILE } as const;
    expect(verifyStep(noFace)).toEqual({ ok: false, problem: 'no_face' });
    const two = { ...noFace, frames: [imageAnalysis(observation(), observation())] };
    expect(verifyStep(two)).toEqual({ ok: false, problem: 'several_faces' });
  });

  it('takes one to three frames', () => {
    expect(problemOf('blink')).toBe('no_frames');
    const many = Array.from({ length: MAX_STEP_FRAMES + 1 }, () => eyes(0.2));
    expect(problemOf('blink', ...many)).toBe('too_many_frames');
  });
});

describe('the picture that a scan begins with', () => {
  it('looks at the camera with open eyes', () => {
    expect(isFrontal(observation())).toBe(true);
    expect([turnedTo(15), nodding(30), eyes(0.3)].some(isFrontal)).toBe(false);
  });

  it('is the same after it was packed to be sealed', () => {
    const unpacked = unpackFrontView(packFrontView(front));
    expect(unpacked).toMatchObject({ yaw: front.yaw, pitch: front.pitch, eyeDistance: front.eyeDistance });
    expect(unpacked.embedding).toEqual(front.embedding);
    expect(unpacked.outline?.length).toBe(front.outline?.length);
    const bare = unpackFrontView(packFrontView({ ...front, outline: undefined }));
    expect(bare.outline).toBeUndefined();
    expect(bare.surroundings).toBeUndefined();
    const surroundings = Uint8Array.from({ length: 432 }, (_, at) => at % 256);
    const placed = unpackFrontView(packFrontView({ ...front, surroundings }));
    expect([placed.surroundings, placed.embedding]).toEqual([surroundings, front.embedding]);
  });
});

describe('the steps that are drawn', () => {
  let state = 1;
  const random = {
    bytes: (length: number) =>
      Uint8Array.from({ length }, () => {
        state = (state * 1_103_515_245 + 12_345) >>> 0;
        return state >>> 24;
      }),
  };
  const draws = Array.from({ length: 400 }, () => chooseSteps(random));

  it('are three or four different ones, with a turn among them', () => {
    for (const steps of draws) {
      expect([3, 4]).toContain(steps.length);
      expect(steps.some((step) => step === 'turn_left' || step === 'turn_right')).toBe(true);
      expect(new Set(steps).size).toBe(steps.length);
    }
  });

  it('differ from scan to scan, and begin with each movement', () => {
    expect(new Set(draws.map(String)).size).toBeGreaterThan(100);
    expect(new Set(draws.map(([first]) => first))).toEqual(new Set(CHALLENGE_STEPS));
  });
});
