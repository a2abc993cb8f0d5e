import { EngineBusyError } from '@rollcall/core/faces/face.ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSteps, markByFace, sceneOf, sendPictures } from '../testing/face-scan.ts';
import { createScriptedEngine, enrolFace, type Scene, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  token = (await app.person('L-1')).token;
  await enrolFace(app, 'L-1', 1);
});
afterAll(() => app.close());

let nonce = 100;
const image = (scene: Partial<Scene> = {}) => {
  nonce += 1;
  return sceneImage({ person: 1, nonce, ...scene });
};
const policy = (liveness: string) => app.admin('POST', '/admin/face-settings', { liveness });
const mark = async (picture: string) => (await markByFace(app, token, picture)).body;
const step = async (scan_id: string, ...scenes: Scene[]) =>
  (await sendPictures(app, token, scan_id, { frames: scenes.map((scene) => sceneImage(scene)) })).body;
const lastRefusal = async () =>
  (await app.admin('GET', '/admin/audit?action=face_refused&limit=1')).body.entries[0];

describe('the liveness policy', () => {
  it('is step-up by default and can be changed', async () => {
    expect((await app.admin('GET', '/admin/face-settings')).body).toEqual({
      liveness: 'step-up',
      ages: 'adults',
    });
    expect((await policy('sometimes')).status).toBe(400);
    // An earlier policy refused whoever left doubt.
    expect((await policy('passive')).status).toBe(400);
    await policy('always');
    await app.admin('POST', '/admin/face-settings', { ages: 'from_12' });
    const saved = await app.admin('GET', '/admin/face-settings');
    expect(saved.body).toEqual({ liveness: 'always', ages: 'from_12' });
    const { body } = await app.admin('GET', '/admin/audit?action=face_settings_saved&limit=1');
    expect(body.entries[0].detail).toEqual({ ages: 'from_12' });
  });

  it('step-up: asks for movements when unsure and accepts them', async () => {
    await policy('step-up');
    expect((await mark(image())).success).toBe(true);
    expect((await mark(image({ liveness: 0.05 }))).outcome).toBe('not_live');
    const asked = await mark(image({ liveness: 0.5 }));
    expect(asked.outcome).toBe('challenge_required');
    expect(await followSteps(app, token, asked, 1)).toMatchObject({ success: true });
  });

  it('off: does not check liveness', async () => {
    await policy('off');
    expect((await mark(image({ liveness: 0.01 }))).success).toBe(true);
  });
});

describe('a scan', () => {
  beforeAll(async () => {
    await policy('always');
  });

  it('is needed for every mark, and takes either its first picture or those of a step', async () => {
    const send = (body: unknown) => app.call('POST', '/user/mark-attendance-with-image', { token, body });
    expect((await send({ image: image() })).status).toBe(400);
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token });
    expect((await send({ scan_id: scan.scan_id })).status).toBe(400);
    const both = { scan_id: scan.scan_id, image: image(), frames: [image()] };
    expect((await send(both)).status).toBe(400);
    const unknown = { scan_id: '00000000-0000-4000-8000-000000000000', image: image() };
    expect((await send(unknown)).body.error.code).toBe('scan_not_accepted');
  });

  it('tells one step at a time, three or four of them, and marks after the last', async () => {
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token });
    expect(scan).toMatchObject({ challenge: [], step: 0, steps: 0, evidence: 'device' });
    let answer = await mark(image());
    const told: string[] = [];
    while (answer.outcome === 'challenge_required') {
      expect(answer.scan.challenge).toHaveLength(1);
      expect([3, 4]).toContain(answer.scan.steps);
      told.push(...answer.scan.challenge);
      expect(answer.scan.step).toBe(told.length);
      nonce += 1;
      answer = await step(answer.scan.scan_id, sceneOf(answer.scan.challenge[0], 1, nonce));
    }
    expect(answer).toMatchObject({ success: true });
    expect(told.length).toBeGreaterThanOrEqual(3);
  });

  it('fails for still pictures, and is audited with what was wrong', async () => {
    const asked = await mark(image());
    const refused = await step(asked.scan.scan_id, { person: 1, nonce: 1 }, { person: 1, nonce: 2 });
    expect(refused).toMatchObject({ success: false, outcome: 'challenge_failed', reason: 'step_not_seen' });
    expect(await lastRefusal()).toMatchObject({
      action: 'face_refused',
      detail: { outcome: 'challenge_failed', problem: 'step_not_seen' },
    });
  });

  it('fails for movements that were not asked for, so that one recording answers no challenge', async () => {
    const all: Scene[] = ['blink', 'turn_left', 'turn_right'].map((each, at) => sceneOf(each, 1, 9000 + at));
    const asked = await mark(image());
    expect(await step(asked.scan.scan_id, ...all)).toMatchObject({
      outcome: 'challenge_failed',
      reason: 'other_movement',
    });
  });

  it('fails for another person, and when one frame looks like a picture', async () => {
    const other = await followSteps(app, token, await mark(image()), 1, (scene) => ({ ...scene, person: 2 }));
    expect(other).toMatchObject({ outcome: 'challenge_failed', reason: 'different_people' });
    const flat = await followSteps(app, token, await mark(image()), 1, (scene) => [
      scene,
      { ...scene, nonce: 1, liveness: 0.1 },
      { ...scene, nonce: 2 },
    ]);
    expect(flat).toMatchObject({ outcome: 'challenge_failed', reason: 'not_live' });
    expect(await mark(image({ person: 2 }))).toMatchObject({ outcome: 'not_you' });
  });

  it('asks for the same steps again after a failure, until they are met', async () => {
    const first = await mark(image());
    await step(first.scan.scan_id, { person: 1, nonce: 3 });
    for (let tries = 0; tries < 5; tries += 1) {
      const again = await mark(image());
      expect(again.scan).toMatchObject({ challenge: first.scan.challenge, steps: first.scan.steps });
      await step(again.scan.scan_id, { person: 1, nonce: 10 + tries });
    }
    expect(await followSteps(app, token, await mark(image()), 1)).toMatchObject({ success: true });
  });

  it('is the only open one of a person: a second ends the first', async () => {
    const first = await mark(image());
    await app.call('POST', '/user/start-face-scan', { token });
    const late = await step(first.scan.scan_id, sceneOf(first.scan.challenge[0], 1, 77));
    expect(late.error.code).toBe('scan_not_accepted');
  });

  it('ends by itself when a step takes too long', async () => {
    const asked = await mark(image());
    app.clock.advance(16_000);
    const late = await step(asked.scan.scan_id, sceneOf(asked.scan.challenge[0], 1, 78));
    expect(late.error.code).toBe('scan_not_accepted');
  });

  it('goes on once for one step, however often that is sent at the same time', async () => {
    const asked = await mark(image());
    const scene = sceneOf(asked.scan.challenge[0], 1, 79);
    const answers = await Promise.all(
      [1, 2, 3].map((copy) => step(asked.scan.scan_id, { ...scene, nonce: 790 + copy })),
    );
    expect(answers.filter(({ outcome }) => outcome === 'challenge_required')).toHaveLength(1);
  });

  it('refuses pictures that were used before: the same bytes, and the same picture in other bytes', async () => {
    const first = image();
    const asked = await mark(first);
    expect(asked.outcome).toBe('challenge_required');
    expect(await mark(first)).toMatchObject({ outcome: 'challenge_failed', reason: 'seen_before' });
    // The same movement of the same recording: the steps are asked for again after a failure.
    const begun = await mark(image());
    const recorded = sceneOf(begun.scan.challenge[0], 1, 4321);
    const next = await step(begun.scan.scan_id, recorded);
    expect(next.outcome).toBe('challenge_required');
    await step(next.scan.scan_id, { person: 1, nonce: 4 });
    const again = await mark(image());
    expect(again.scan.challenge).toEqual(begun.scan.challenge);
    expect(await step(again.scan.scan_id, recorded)).toMatchObject({
      outcome: 'challenge_failed',
      reason: 'seen_before',
    });
  });

  it('takes another picture when the first was too poor, and does not count it as a try', async () => {
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token });
    const poor = await sendPictures(app, token, scan.scan_id, { image: image({ eyeDistance: 5 }) });
    expect(poor.body).toMatchObject({ outcome: 'poor_quality', reason: 'too_small' });
    const side = await sendPictures(app, token, scan.scan_id, { image: image({ yaw: 20 }) });
    expect(side.body).toMatchObject({ outcome: 'challenge_failed', reason: 'not_frontal' });
    const good = await sendPictures(app, token, scan.scan_id, { image: image() });
    expect(good.body.outcome).toBe('challenge_required');
  });
});

describe('an engine with a full queue', () => {
  it('answers 503 with Retry-After', async () => {
    const scripted = createScriptedEngine();
    const busy = { ...scripted, analyse: () => Promise.reject(new EngineBusyError(3)) };
    const full = await openTestApp({ engine: busy });
    const answer = await full.admin('POST', '/admin/test-camera', { image: sceneImage({ person: 1 }) });
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'busy',
      '3',
    ]);
    await full.close();
  });

  it('leaves the scan open for another try', async () => {
    const scripted = createScriptedEngine();
    let isBusy = false;
    const engine = {
      ...scripted,
      analyse: (...args: Parameters<typeof scripted.analyse>) =>
        isBusy ? Promise.reject(new EngineBusyError(3)) : scripted.analyse(...args),
    };
    const full = await openTestApp({ engine });
    const { token: theirs } = await full.person('B-1');
    await enrolFace(full, 'B-1', 1);
    const { body: scan } = await full.call('POST', '/user/start-face-scan', { token: theirs });
    isBusy = true;
    const busy = await sendPictures(full, theirs, scan.scan_id, { image: image() });
    expect(busy.body.error.code).toBe('busy');
    isBusy = false;
    expect((await sendPictures(full, theirs, scan.scan_id, { image: image() })).body.success).toBe(true);
    await full.close();
  });
});

describe('without an engine', () => {
  it('every call that needs a face answers 503', async () => {
    const bare = await openTestApp();
    const { token: theirs } = await bare.person('X-1');
    const image = sceneImage({ person: 1 });
    const answers = [
      await bare.admin('POST', '/admin/scan-face', { image, user_id: 'X-1' }),
      await bare.admin('POST', '/admin/capture-face', { images: [image, image, image], user_id: 'X-1' }),
      await bare.admin('POST', '/admin/check-face-detection', { image }),
      await bare.admin('POST', '/admin/test-camera', { image }),
      await bare.call('POST', '/user/start-face-scan', { token: theirs }),
      await markByFace(bare, theirs, image),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([503, 'face_engine_unavailable']);
    }
    await bare.close();
  });
});
