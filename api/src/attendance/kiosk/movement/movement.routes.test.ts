import type { ChallengeStep } from '@rollcall/core/faces/face.types';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace, type Scene, sceneImage } from '../../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pairKiosk, type TestDevice } from '../../../testing/test-kiosk.ts';
import { createTestQueue } from '../../../testing/test-kiosk-queue.ts';

const DAY = 24 * 60 * 60_000;
/** How the scripted face looks in each movement. */
const MOVED: Readonly<Record<ChallengeStep, Partial<Scene>>> = {
  turn_left: { yaw: 25 },
  turn_right: { yaw: -25 },
  nod: { pitch: -20 },
  nearer: { eyeDistance: 110 },
  blink: { eyes: 0.1 },
};

let app: TestApp;
let door: TestDevice;
let nonce = 0;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  for (const [code, face] of [
    ['K-1', 1],
    ['K-2', 2],
  ] as const) {
    await app.person(code, { name: `${['', 'Aylin', 'Bo'][face]} Kaya` });
    await enrolFace(app, code, face);
  }
  door = await pairKiosk(app, { liveness: 'move' });
});
afterAll(() => app.close());
// Another day on which people are due: nobody was seen, and nobody waits for a movement.
beforeEach(async () => {
  do app.clock.advance(DAY);
  while (!(await app.services.settings.today()).isWorkingDay);
});

interface Asked {
  readonly movement_id: string;
  readonly step: ChallengeStep;
  readonly number: number;
  readonly of: number;
}

const look = async (scene: Scene, kiosk = door): Promise<Asked> => {
  // The head moves a little, and not so much that it is a movement.
  const images = [0, 2, 4].map((yaw) => sceneImage({ yaw, ...scene, nonce: ++nonce }));
  const { body } = await kiosk.identify(images);
  expect(body).toMatchObject({ outcome: 'movement_asked', mark: null });
  return body.movement;
};
const show = (asked: Pick<Asked, 'movement_id'>, scenes: readonly Scene[], kiosk = door) =>
  kiosk.send('POST', '/kiosk/movement', {
    body: {
      movement_id: asked.movement_id,
      images: scenes.map((scene) => sceneImage({ ...scene, nonce: ++nonce })),
    },
  });
const moved = (asked: Asked, scene: Scene): Scene => ({ ...scene, ...MOVED[asked.step] });
const present = async (): Promise<string[]> => {
  const { date } = await app.services.settings.today();
  const { rows } = await app.pool.query(
    `select p.name from attendance_days d join people p on p.id = d.person_id
     where d.day = $1 and d.first_in is not null`,
    [date],
  );
  return rows.map(({ name }) => name);
};

describe('a kiosk that asks for movements', () => {
  it('checks in whoever shows both, and nobody before', async () => {
    const first = await look({ person: 1 });
    expect(first).toMatchObject({ number: 1, of: 2 });
    const { body: next } = await show(first, [moved(first, { person: 1 })]);
    expect(next).toMatchObject({ outcome: 'movement_asked', movement: { number: 2, of: 2 }, mark: null });
    expect(next.movement.step).not.toBe(first.step);
    expect([first.step, next.movement.step].some((step) => step.startsWith('turn'))).toBe(true);
    expect(await present()).toEqual([]);
    const { body } = await show(next.movement, [moved(next.movement, { person: 1 })]);
    expect(body).toMatchObject({ outcome: 'marked', mark: { name: 'Aylin K.', direction: 'in' } });
    expect(await present()).toEqual(['Aylin Kaya']);
    expect((await app.pool.query('select 1 from kiosk_movements')).rows).toEqual([]);
  });

  it('refuses a photo, another movement, somebody else and a screen, and asks for the same again', async () => {
    const told: string[] = [];
    const steps = new Set<string>();
    for (const scene of [
      () => ({ person: 1 }),
      (asked: Asked) => ({
        person: 1,
        ...MOVED[asked.step === 'turn_left' ? 'turn_right' : 'turn_left'],
      }),
      (asked: Asked) => moved(asked, { person: 2 }),
      (asked: Asked) => moved(asked, { person: 1, liveness: 0.05 }),
    ]) {
      const asked = await look({ person: 1 });
      steps.add(asked.step);
      told.push((await show(asked, [scene(asked)])).body.outcome);
      // It ended: the right movement comes too late.
      const { body } = await show(asked, [moved(asked, { person: 1 })]);
      expect(body.error.code).toBe('kiosk_try_ended');
    }
    expect(told).toEqual(['not_moved', 'not_moved', 'not_live', 'not_live']);
    expect(steps.size).toBe(1);
    expect(await present()).toEqual([]);
    const { rows } = await app.pool.query('select 1 from kiosk_movements where front is not null');
    expect(rows).toEqual([]);
  });

  it('does not take a movement too late, of another kiosk, or a second time', async () => {
    const gate = await pairKiosk(app, { name: 'Gate', liveness: 'move' });
    const asked = await look({ person: 1 });
    const right = [moved(asked, { person: 1 })];
    expect((await show(asked, right, gate)).body.error.code).toBe('kiosk_try_ended');
    app.clock.advance(16_000);
    expect((await show(asked, right)).body.error.code).toBe('kiosk_try_ended');

    const again = await look({ person: 1 });
    const { body } = await show(again, [moved(again, { person: 1 })]);
    // The first step once more, in place of the second.
    const repeated = await show(again, [moved(again, { person: 1 })]);
    expect(repeated.body.outcome).toBe('not_moved');
    expect((await show(body.movement, [moved(body.movement, { person: 1 })])).body.error.code).toBe(
      'kiosk_try_ended',
    );
    expect(await present()).toEqual([]);
  });

  it('counts once, whatever is sent at the same time', async () => {
    const first = await look({ person: 2 });
    const { body } = await show(first, [moved(first, { person: 2 })]);
    const last = [moved(body.movement, { person: 2 })];
    const answers = await Promise.all(Array.from({ length: 6 }, () => show(body.movement, last)));
    expect(answers.filter((each) => each.body.outcome === 'marked')).toHaveLength(1);
    const { rows } = await app.pool.query('select 1 from check_ins where day = $1', [
      (await app.services.settings.today()).date,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('asks look-alikes for the PIN afterwards', async () => {
    const token = await app.signIn('k-2');
    await app.call('PUT', '/user/pin', { token, body: { pin: '9204' } });
    const scene = { person: 1, or: 2 };
    const first = await look(scene);
    const second = (await show(first, [moved(first, scene)])).body.movement;
    const { body } = await show(second, [moved(second, scene)]);
    expect(body).toMatchObject({ outcome: 'pin_asked', asked: { digits: 'pin' } });
    const typed = { try_id: body.asked.try_id, digits: '9204' };
    const answer = await door.send('POST', '/kiosk/digits', { body: typed });
    expect(answer.body).toMatchObject({ outcome: 'marked', mark: { name: 'Bo K.' } });
  });

  it('measures from a face that looks straight ahead', async () => {
    const images = [12, 14, 16].map((yaw) => sceneImage({ person: 1, yaw, nonce: ++nonce }));
    const { body } = await door.identify(images);
    expect(body).toMatchObject({ outcome: 'poor_quality', reason: 'turned_away' });
  });

  it('knows nobody whose face data were removed meanwhile, and keeps nothing of them', async () => {
    await app.person('K-7', { name: 'Gone Kaya' });
    await enrolFace(app, 'K-7', 7);
    const asked = await look({ person: 7 });
    expect((await app.admin('DELETE', '/admin/users/K-7/face')).status).toBe(200);
    expect((await show(asked, [moved(asked, { person: 7 })])).body.error.code).toBe('kiosk_try_ended');
    await app.services.gallerySync.load();
    expect(await present()).toEqual([]);
  });

  it('without a network leaves faces to the office, with the name', async () => {
    const queue = await createTestQueue(app, door);
    const images = [0, 2, 4].map((yaw) => sceneImage({ person: 1, yaw, nonce: ++nonce }));
    const entry = await queue.write({ means: 'face', images, digits: null });
    expect((await queue.send(entry)).body.outcome).toBe('unconfirmed');
    expect(await present()).toEqual([]);
    const { body } = await app.admin('GET', '/attendance/unconfirmed');
    expect(body.entries).toMatchObject([{ doubt: 'not_moved', person: { id: 'K-1' } }]);
    const [{ id }] = body.entries;
    expect((await app.admin('POST', `/attendance/unconfirmed/${id}/confirm`)).status).toBe(200);
    expect(await present()).toEqual(['Aylin Kaya']);
  });
});
