import { EngineBusyError } from '@rollcall/core/faces/face.ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedEngine, pictureOf, type Scene } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  token = (await app.person('L-1')).token;
  const images = [1, 2, 3].map((nonce) => pictureOf({ person: 1, nonce }));
  await app.admin('POST', '/admin/capture-face', { user_id: 'L-1', images });
});
afterAll(() => app.close());

let nonce = 100;
const shot = (scene: Partial<Scene> = {}) => {
  nonce += 1;
  return pictureOf({ person: 1, nonce, ...scene });
};
const policy = (liveness: string) => app.admin('POST', '/admin/face-settings', { liveness });
const mark = async (body: Record<string, unknown>) =>
  (await app.call('POST', '/user/mark-attendance-with-image', { token, body })).body;

/** Frames that do what was asked, in the order asked. */
const obey = (challenge: string[]): string[] => [
  shot(),
  ...challenge.map((step) =>
    step === 'blink' ? shot({ eyes: 0.05 }) : shot({ yaw: step === 'turn_left' ? 30 : -30 }),
  ),
];

describe('the liveness policy', () => {
  it('is step-up unless an administrator chose otherwise, and is shown as saved', async () => {
    expect((await app.admin('GET', '/admin/face-settings')).body).toEqual({ liveness: 'step-up' });
    expect((await policy('sometimes')).status).toBe(400);
    await policy('passive');
    expect((await app.admin('GET', '/admin/face-settings')).body).toEqual({ liveness: 'passive' });
  });

  it('passive: a live face passes, anything else does not', async () => {
    await policy('passive');
    expect((await mark({ image: shot() })).outcome).toBe('marked');
    expect((await mark({ image: shot({ liveness: 0.5 }) })).outcome).toBe('not_live');
    expect((await mark({ image: shot({ liveness: 0.05 }) })).outcome).toBe('not_live');
  });

  it('step-up: asks for a movement when unsure, and believes it when it is done', async () => {
    await policy('step-up');
    expect((await mark({ image: shot() })).success).toBe(true);
    expect((await mark({ image: shot({ liveness: 0.05 }) })).outcome).toBe('not_live');
    const asked = await mark({ image: shot({ liveness: 0.5 }) });
    expect(asked.outcome).toBe('challenge_required');
    const { scan_id, challenge } = asked.scan;
    expect(challenge.length).toBeGreaterThan(0);
    const done = await mark({ image: shot({ liveness: 0.5 }), scan_id, frames: obey(challenge) });
    expect(done.success).toBe(true);
  });

  it('always: nobody passes without the movement, however live', async () => {
    await policy('always');
    expect((await mark({ image: shot() })).outcome).toBe('challenge_required');
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token });
    expect(scan.challenge.length).toBeGreaterThan(0);
    const still = shot();
    const refused = await mark({
      image: shot(),
      scan_id: scan.scan_id,
      frames: [still, still, still, still],
    });
    expect(refused.outcome).toBe('challenge_failed');
    const { body: next } = await app.call('POST', '/user/start-face-scan', { token });
    const accepted = await mark({ image: shot(), scan_id: next.scan_id, frames: obey(next.challenge) });
    expect(accepted.success).toBe(true);
  });

  it('lets no second person into the frames, nor another in the picture', async () => {
    await policy('always');
    const scan = async () => (await app.call('POST', '/user/start-face-scan', { token })).body;
    const first = await scan();
    const mixed = [...obey(first.challenge).slice(0, -1), shot({ person: 2, yaw: 30 })];
    expect((await mark({ image: shot(), scan_id: first.scan_id, frames: mixed })).outcome).toBe(
      'challenge_failed',
    );
    const second = await scan();
    const other = await mark({
      image: shot({ person: 2 }),
      scan_id: second.scan_id,
      frames: obey(second.challenge),
    });
    expect(other.outcome).toBe('challenge_failed');
  });

  it('lets no recorded request pass again', async () => {
    await policy('always');
    const { body: scan } = await app.call('POST', '/user/start-face-scan', { token });
    const request = { image: shot(), scan_id: scan.scan_id, frames: obey(scan.challenge) };
    expect((await mark(request)).success).toBe(true);
    expect((await mark(request)).error.code).toBe('scan_not_accepted');
    const { body: fresh } = await app.call('POST', '/user/start-face-scan', { token });
    const replay = await mark({ ...request, scan_id: fresh.scan_id });
    expect(replay.success ?? false).toBe(false);
  });

  it('off: says nothing about liveness', async () => {
    await policy('off');
    expect((await mark({ image: shot({ liveness: 0.01 }) })).success).toBe(true);
  });
});

describe('an engine with a full queue', () => {
  it('answers 503 at once and says when to come back', async () => {
    const scripted = createScriptedEngine();
    const busy = { ...scripted, analyse: () => Promise.reject(new EngineBusyError(3)) };
    const full = await openTestApp({ engine: busy });
    const answer = await full.admin('POST', '/admin/test-camera', { image: pictureOf({ person: 1 }) });
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'busy',
      '3',
    ]);
    await full.close();
  });
});

describe('without an engine', () => {
  it('every call that needs a face answers 503 and says so', async () => {
    const bare = await openTestApp();
    const { token: theirs } = await bare.person('X-1');
    const image = pictureOf({ person: 1 });
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
