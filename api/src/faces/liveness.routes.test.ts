import { EngineBusyError } from '@rollcall/core/faces/face.ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace, type Scene, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
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
const mark = async (body: Record<string, unknown>) =>
  (await app.call('POST', '/user/mark-attendance-with-image', { token, body })).body;

/** Frames that show the movements of the challenge, in order. */
const framesFor = (challenge: string[]): string[] => [
  image(),
  ...challenge.map((step) =>
    step === 'blink' ? image({ eyes: 0.05 }) : image({ yaw: step === 'turn_left' ? 30 : -30 }),
  ),
];

describe('the liveness policy', () => {
  it('is step-up by default and can be changed', async () => {
    expect((await app.admin('GET', '/admin/face-settings')).body).toEqual({ liveness: 'step-up' });
    expect((await policy('sometimes')).status).toBe(400);
    await policy('passive');
    expect((await app.admin('GET', '/admin/face-settings')).body).toEqual({ liveness: 'passive' });
  });

  it('passive: accepts a live face only', async () => {
    await policy('passive');
    expect((await mark({ image: image() })).outcome).toBe('marked');
    expect((await mark({ image: image({ liveness: 0.5 }) })).outcome).toBe('not_live');
    expect((await mark({ image: image({ liveness: 0.05 }) })).outcome).toBe('not_live');
  });

  it('step-up: asks for a movement when unsure and accepts it', async () => {
    await policy('step-up');
    expect((await mark({ image: image() })).success).toBe(true);
    expect((await mark({ image: image({ liveness: 0.05 }) })).outcome).toBe('not_live');
    const asked = await mark({ image: image({ liveness: 0.5 }) });
    expect(asked.outcome).toBe('challenge_required');
    const { scan_id, challenge } = asked.scan;
    expect(challenge.length).toBeGreaterThan(0);
    const done = await mark({ image: image({ liveness: 0.5 }), scan_id, frames: framesFor(challenge) });
    expect(done.success).toBe(true);
  });

  it('always: needs the movement even from a live face', async () => {
    await policy('always');
    expect((await mark({ image: image() })).outcome).toBe('challenge_required');
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token });
    expect(scan.challenge.length).toBeGreaterThan(0);
    const still = image();
    const refused = await mark({
      image: image(),
      scan_id: scan.scan_id,
      frames: [still, still, still, still],
    });
    expect(refused.outcome).toBe('challenge_failed');
    const { body: next } = await app.call('POST', '/user/start-face-scan', { token });
    const accepted = await mark({ image: image(), scan_id: next.scan_id, frames: framesFor(next.challenge) });
    expect(accepted.success).toBe(true);
  });

  it('refuses another person in the frames or in the image', async () => {
    await policy('always');
    const scan = async () => (await app.call('POST', '/user/start-face-scan', { token })).body;
    const first = await scan();
    const mixed = [...framesFor(first.challenge).slice(0, -1), image({ person: 2, yaw: 30 })];
    expect((await mark({ image: image(), scan_id: first.scan_id, frames: mixed })).outcome).toBe(
      'challenge_failed',
    );
    const second = await scan();
    const other = await mark({
      image: image({ person: 2 }),
      scan_id: second.scan_id,
      frames: framesFor(second.challenge),
    });
    expect(other.outcome).toBe('challenge_failed');
  });

  it('refuses a replayed request', async () => {
    await policy('always');
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token });
    const request = { image: image(), scan_id: scan.scan_id, frames: framesFor(scan.challenge) };
    expect((await mark(request)).success).toBe(true);
    expect((await mark(request)).error.code).toBe('scan_not_accepted');
    const { body: fresh } = await app.call('POST', '/user/start-face-scan', { token });
    const replay = await mark({ ...request, scan_id: fresh.scan_id });
    expect(replay.success ?? false).toBe(false);
  });

  it('off: does not check liveness', async () => {
    await policy('off');
    expect((await mark({ image: image({ liveness: 0.01 }) })).success).toBe(true);
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
      await bare.call('POST', '/user/mark-attendance-with-image', { token: theirs, body: { image } }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([503, 'face_engine_unavailable']);
    }
    await bare.close();
  });
});
