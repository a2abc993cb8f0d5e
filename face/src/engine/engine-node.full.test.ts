import { findDuplicate, templateFromPhotos } from '@rollcall/core/faces/enrolment.rules';
import { EngineBusyError, ImageError } from '@rollcall/core/faces/face.ports';
import { CHALLENGE_STEPS, type ChallengeStep } from '@rollcall/core/faces/face.types';
import { checkSingleFace, faceProblem } from '@rollcall/core/faces/face-quality.rules';
import { decideGroup } from '@rollcall/core/faces/matching/assignment.rules';
import { frontViewOf, isFrontal, verifyStep } from '@rollcall/core/liveness/challenge.rules';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddingOf, openEnrolledFour } from '../testing/enrolled-four.ts';
import { FETCH_TIMEOUT_MS, fixtureModels, openFixtures } from '../testing/fixtures.ts';
import { FIXTURE_PEOPLE, GROUP_PICTURE, UNUSABLE } from '../testing/people.fixtures.ts';
import { createNodeFaceEngine } from './engine-node.ts';

let four: Awaited<ReturnType<typeof openEnrolledFour>>;
beforeAll(async () => {
  four = await openEnrolledFour();
}, FETCH_TIMEOUT_MS);
afterAll(() => four.engine.close());
const people = (path: string) => four.people(path);
const analyse: typeof four.analyse = (image, scene) => four.analyse(image, scene);
const onlyFace: typeof four.onlyFace = (image, purpose) => four.onlyFace(image, purpose);

describe('four people enrolled with three photos each', () => {
  it.each(FIXTURE_PEOPLE)('$id is recognised in all other usable photos', async ({ id, probes }) => {
    for (const path of probes) {
      const { embedding } = await onlyFace(people(path));
      expect(four.identify(embedding)).toMatchObject({ kind: 'accepted', personId: id });
    }
  });

  it('are all found in the group picture, each once', async () => {
    const { faces } = await analyse(people(GROUP_PICTURE), 'many');
    const outcomes = decideGroup(
      faces.map((face) => four.search(embeddingOf(face))),
      four.comparison(),
    );
    const named = faces
      .map((face, i) => ({ x: face.box.x, outcome: outcomes[i] }))
      .toSorted((a, b) => a.x - b.x)
      .map(({ outcome }) => (outcome?.kind === 'accepted' ? outcome.personId : outcome?.kind));
    expect(named).toEqual(['jessica', 'tara', 'emily', 'laura']);
  });

  it('cannot be enrolled a second time under another id', async () => {
    for (const { id, probes } of FIXTURE_PEOPLE) {
      const { embedding } = await onlyFace(people(probes[0] ?? ''));
      const duplicate = findDuplicate(
        { personId: 'somebody-else', ...four.search(embedding) },
        four.comparison(),
      );
      expect(duplicate?.personId).toBe(id);
    }
  });

  it('cannot be mixed in one enrolment', async () => {
    const [emily, jessica] = FIXTURE_PEOPLE;
    const paths = [emily?.enrol[0], emily?.enrol[1], jessica?.enrol[0]];
    const photos = [];
    for (const path of paths) photos.push(await onlyFace(people(path ?? ''), 'enrolment'));
    expect(templateFromPhotos(photos, four.engine.profile)).toEqual({ kind: 'photos_disagree', outlier: 2 });
  });
});

describe('unusable photos', () => {
  const reasonFor = async (image: Uint8Array, purpose: 'attendance' | 'enrolment') => {
    const verdict = checkSingleFace(await analyse(image), purpose);
    return verdict.ok ? null : verdict.reason;
  };

  it('are refused with their reason', async () => {
    const good = people(FIXTURE_PEOPLE[1]?.enrol[0] ?? '');
    const photo = () => sharp(good);
    const empty = sharp({ create: { width: 320, height: 240, channels: 3, background: '#888888' } });
    expect(await reasonFor(good, 'enrolment')).toBeNull();
    expect(await reasonFor(await empty.jpeg().toBuffer(), 'attendance')).toBe('no_face');
    expect(await reasonFor(people(GROUP_PICTURE), 'attendance')).toBe('several_faces');
    expect(await reasonFor(people(UNUSABLE.profile), 'attendance')).toBe('turned_away');
    expect(await reasonFor(people(UNUSABLE.eyesClosed), 'enrolment')).toBe('eyes_closed');
    expect(await reasonFor(await photo().resize(64).jpeg().toBuffer(), 'attendance')).toBe('too_small');
    expect(await reasonFor(await photo().linear(0.15, 0).jpeg().toBuffer(), 'attendance')).toBe('too_dark');
    expect(await reasonFor(await photo().linear(3.5, 40).jpeg().toBuffer(), 'attendance')).toBe('too_bright');
    expect(await reasonFor(await photo().blur(9).jpeg().toBuffer(), 'attendance')).toBe('blurred');
  });

  it('are refused when they are smeared, inverted, upside down, crushed or full of grain', async () => {
    const good = people(FIXTURE_PEOPLE[1]?.enrol[0] ?? '');
    const small = () => sharp(good).resize(420);
    const smear = {
      width: 41,
      height: 3,
      kernel: Array.from({ length: 123 }, (_, i) => (i >= 41 && i < 82 ? 1 : 0)),
    };
    const { data, info } = await small().raw().toBuffer({ resolveWithObject: true });
    let state = 1;
    for (let i = 0; i < data.length; i++) {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0;
      data[i] = Math.max(0, Math.min(255, (data[i] ?? 0) + 90 * (state / 2 ** 31 - 1) * 1.6));
    }
    const grainy = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
    const junk = [
      small().convolve(smear),
      small().negate(),
      small().rotate(180),
      sharp(good).resize(180),
      grainy,
    ];
    for (const [at, image] of junk.entries()) {
      const reason = await reasonFor(
        await image.toFormat('jpeg', at === 3 ? { quality: 3 } : {}).toBuffer(),
        'enrolment',
      );
      expect(['blurred', 'unclear', 'no_face', 'covered', 'tilted'], `junk ${at}: ${reason}`).toContain(
        reason,
      );
    }
    expect(await reasonFor(await small().convolve(smear).jpeg().toBuffer(), 'attendance')).toBe('blurred');
    expect(await reasonFor(await small().rotate(90).jpeg().toBuffer(), 'enrolment')).toBe('tilted');
    expect(await reasonFor(await small().rotate(90).jpeg().toBuffer(), 'attendance')).toBeNull();
  });

  it('say so when the light is behind the person', async () => {
    const good = people(FIXTURE_PEOPLE[1]?.enrol[0] ?? '');
    const [face] = (await analyse(good)).faces;
    if (face === undefined) throw new Error('no face');
    const { width, height } = await sharp(good).metadata();
    const { x, y, width: faceWidth, height: faceHeight } = face.box;
    const [left, top] = [
      Math.max(0, Math.round(x - 0.1 * faceWidth)),
      Math.max(0, Math.round(y - 0.2 * faceHeight)),
    ];
    const area = {
      left,
      top,
      width: Math.min(width - left, Math.round(1.2 * faceWidth)),
      height: Math.min(height - top, Math.round(1.4 * faceHeight)),
    };
    const shade = await sharp(good).extract(area).linear(0.2, 0).png().toBuffer();
    const bright = await sharp(good).linear(0.4, 150).png().toBuffer();
    const window = await sharp(bright)
      .composite([{ input: shade, left, top }])
      .jpeg()
      .toBuffer();
    expect(await reasonFor(window, 'attendance')).toBe('backlit');
  });

  it('of a small face are good enough in a group, down to about 12 pixels between the eyes', async () => {
    const group = people(GROUP_PICTURE);
    const { width } = await sharp(group).metadata();
    const { faces } = await analyse(group, 'many');
    const least = Math.min(...faces.map(({ measures }) => measures.eyeDistance));
    const small = await sharp(group)
      .resize(Math.round((width * 12.5) / least))
      .jpeg({ quality: 92 })
      .toBuffer();
    const found = (await analyse(small, 'many')).faces;
    expect(found).toHaveLength(4);
    for (const { measures } of found) expect(faceProblem(measures, 'group')).toBeNull();
    const outcomes = decideGroup(
      found.map((face) => four.search(embeddingOf(face))),
      four.comparison(),
    );
    expect(outcomes.filter(({ kind }) => kind === 'accepted').length).toBeGreaterThanOrEqual(3);
  });

  it('are refused as covered when a mask hides the lower face', async () => {
    const good = people(FIXTURE_PEOPLE[1]?.enrol[0] ?? '');
    const [face] = (await analyse(good)).faces;
    if (face === undefined) throw new Error('no face');
    const [, , nose, rightMouth, leftMouth] = face.points;
    const unit = face.measures.eyeDistance;
    const mask = {
      input: {
        create: {
          width: Math.round(1.7 * unit),
          height: Math.round(1.2 * unit),
          channels: 3 as const,
          background: '#3070c0',
        },
      },
      left: Math.round((rightMouth.x + leftMouth.x) / 2 - 0.85 * unit),
      top: Math.round(nose.y),
    };
    expect(await reasonFor(await sharp(good).composite([mask]).jpeg().toBuffer(), 'enrolment')).toBe(
      'covered',
    );
  });

  it('do not affect the next image or the caller’s bytes', async () => {
    const text = Buffer.from('this is no image');
    await expect(analyse(text)).rejects.toBeInstanceOf(ImageError);
    expect(text.toString()).toBe('this is no image');
    expect((await analyse(people(FIXTURE_PEOPLE[0]?.enrol[0] ?? ''))).faces).toHaveLength(1);
  });
});

describe('an active challenge on real photos', () => {
  const FRONT = FIXTURE_PEOPLE[1]?.enrol[2] ?? '';
  const TURNED = FIXTURE_PEOPLE[1]?.probes[0] ?? '';
  const known = new Map<Uint8Array, ReturnType<typeof analyse>>();
  /** Each picture once, however many steps it is tried for. */
  const analyseOnce = (image: Uint8Array) => {
    const analysis = known.get(image) ?? analyse(image);
    known.set(image, analysis);
    return analysis;
  };
  const faceOf = async (image: Uint8Array) => {
    const [face] = (await analyseOnce(image)).faces;
    if (face === undefined) throw new Error('no face');
    return face;
  };
  const verify = async (step: ChallengeStep, front: Uint8Array, ...frames: Uint8Array[]) =>
    verifyStep({
      front: frontViewOf(await faceOf(front)),
      frames: await Promise.all(frames.map(analyseOnce)),
      step,
      profile: four.engine.profile,
    });

  it('is passed by a head that turned to the requested side', async () => {
    const [front, turned] = [people(FRONT), people(TURNED)];
    expect([isFrontal(await faceOf(front)), isFrontal(await faceOf(turned))]).toEqual([true, false]);
    for (const step of CHALLENGE_STEPS)
      expect((await verify(step, front, turned)).ok).toBe(step === 'turn_right');
  });

  it('is passed by eyes that closed', async () => {
    const franck = await openFixtures('franck');
    const [open, shut] = ['01829', '03979'].map((id) => franck(`examples/media/franck_${id}.jpg`));
    if (open === undefined || shut === undefined) throw new Error('two stills expected');
    expect((await verify('blink', open, shut, open)).ok).toBe(true);
    expect((await verify('blink', open, open)).ok).toBe(false);
    expect((await verify('turn_left', open, shut)).ok).toBe(false);
  });

  it('is not passed by one still, re-encoded, moved, cropped, scaled, squeezed or mirrored', async () => {
    const still = () => sharp(people(FRONT));
    const { width, height } = await still().metadata();
    const versions = [
      still(),
      still().jpeg({ quality: 40 }),
      still().extend({ left: 90, top: 40, background: '#808080' }),
      still().extract({ left: 30, top: 20, width: width - 60, height: height - 50 }),
      still().resize(Math.round(width * 0.6)),
      still().resize(Math.round(width * 0.7), height, { fit: 'fill' }),
      still().rotate(12),
      still().affine([
        [1, 0.3],
        [0, 1],
      ]),
      still().flop(),
      still().blur(4),
      still().linear(0.6, 0),
    ];
    const frames: Uint8Array[] = [];
    for (const version of versions) frames.push(await version.toFormat('jpeg').toBuffer());
    // Coming nearer can be painted: a still that is zoomed passes that step, and no turn.
    const front = people(FRONT);
    for (const step of ['turn_left', 'turn_right', 'nod', 'blink'] as const)
      for (const frame of frames) expect((await verify(step, front, frame)).ok).toBe(false);
  });

  it('is not passed by frames of two people', async () => {
    const other = people(FIXTURE_PEOPLE[3]?.enrol[0] ?? '');
    expect(await verify('turn_right', people(FRONT), other)).toEqual({
      ok: false,
      problem: 'different_people',
    });
  });
});

describe('an engine with a full queue', () => {
  it('refuses further images at once', async () => {
    const small = await createNodeFaceEngine({
      models: await fixtureModels(),
      threads: 1,
      queueDepth: 1,
      maxWaitMs: 120_000,
    });
    const image = people(FIXTURE_PEOPLE[0]?.enrol[0] ?? '');
    const options = { scene: 'one', embed: false, liveness: false } as const;
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => small.analyse(image, options)));
    await small.close();
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(EngineBusyError);
  });
});
