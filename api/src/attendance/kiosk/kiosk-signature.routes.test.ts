import { signCall } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedEngine } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { createDevice, pairKiosk, type TestDevice } from '../../testing/test-kiosk.ts';

let app: TestApp;
let door: TestDevice;
let other: TestDevice;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  door = await pairKiosk(app);
  other = await pairKiosk(app, { name: 'Back door' });
});
afterAll(() => app.close());
// Only so many refusals are written down at a time.
beforeEach(() => void app.clock.advance(11 * 60_000));

const refusals = async (): Promise<string[]> => {
  const { body } = await app.admin('GET', '/admin/audit?action=kiosk_refused&limit=100');
  return body.entries.map(
    (entry: { actor: string; detail: { reason: string } }) => `${entry.actor}: ${entry.detail.reason}`,
  );
};

/** Expects that the request is refused for this reason, and that the audit says so. */
async function expectRefused(send: () => ReturnType<TestDevice['send']>, reason: string, name = 'Main door') {
  const before = await refusals();
  const { status, body } = await send();
  expect(`${status} ${body.error.code} ${body.error.reason?.code}`).toBe(`401 kiosk_refused ${reason}`);
  expect(await refusals()).toEqual([`${name}: ${reason}`, ...before]);
}

describe('a signed request', () => {
  it('is taken once', async () => {
    const first = await door.send('GET', '/kiosk');
    expect(first).toMatchObject({ status: 200, body: { name: 'Main door', institution: 'Test School' } });
    const { authorization } = first;
    await expectRefused(() => door.send('GET', '/kiosk', { sent: { authorization } }), 'replayed');
    expect((await door.send('GET', '/kiosk')).status).toBe(200);
  });

  it('with another body, path, query, method, time or counter than signed is refused', async () => {
    const body = { user_id: 'K-1', pin: '4711' };
    await expectRefused(
      () =>
        door.send('POST', '/kiosk/pin', { body, sent: { body: JSON.stringify({ ...body, pin: '4712' }) } }),
      'altered',
    );
    await expectRefused(
      () => door.send('POST', '/kiosk/pin', { body, sent: { path: '/kiosk/digits' } }),
      'signature',
    );
    await expectRefused(() => door.send('GET', '/kiosk', { sent: { path: '/kiosk?x=1' } }), 'signature');
    await expectRefused(
      () => door.send('POST', '/kiosk/pin', { body, signed: { method: 'GET' } }),
      'signature',
    );
    const { authorization } = await door.send('GET', '/kiosk');
    const [id, time, counter, digest, signature] = authorization.replace('Kiosk ', '').split('.');
    const forged = (parts: (string | number | undefined)[]) =>
      door.send('GET', '/kiosk', { sent: { authorization: `Kiosk ${parts.join('.')}` } });
    await expectRefused(() => forged([id, Number(time) + 1, counter, digest, signature]), 'signature');
    await expectRefused(() => forged([id, time, Number(counter) + 50, digest, signature]), 'signature');
    await expectRefused(
      () => forged([id, time, counter, digest, `${signature?.slice(0, -4)}AAAA`]),
      'signature',
    );
  });

  it('in the name of another kiosk, or with another key, is refused', async () => {
    await expectRefused(() => door.send('GET', '/kiosk', { key: other.privateKey }), 'signature');
    await expectRefused(
      () => door.send('GET', '/kiosk', { signed: { kioskId: other.kioskId } }),
      'signature',
      'Back door',
    );
    const stranger = await createDevice(app);
    stranger.become('00000000-0000-4000-8000-000000000000');
    expect((await stranger.send('GET', '/kiosk')).body.error.code).toBe('kiosk_unknown');
  });

  it('that comes late, or from the future, is refused, and the kiosk learns the time', async () => {
    const now = app.clock.now().getTime();
    for (const time of [now - 61_000, now + 61_000]) {
      await expectRefused(() => door.send('GET', '/kiosk', { signed: { time } }), 'late');
      const { body } = await door.send('GET', '/kiosk', { signed: { time } });
      expect(body.error.server_time).toBe(app.clock.now().getTime());
    }
    expect((await door.send('GET', '/kiosk', { signed: { time: now - 59_000 } })).status).toBe(200);
  });

  it('that was overtaken by a later one is refused', async () => {
    const time = app.clock.now().getTime();
    expect((await door.send('GET', '/kiosk', { signed: { counter: 5000, time } })).status).toBe(200);
    await expectRefused(() => door.send('GET', '/kiosk', { signed: { counter: 4999, time } }), 'replayed');
    expect((await door.send('GET', '/kiosk', { signed: { counter: 5001 } })).status).toBe(200);
  });

  it('of a device that was set back is heard again from the number that the refusal tells', async () => {
    const back = await pairKiosk(app, { name: 'Set back' });
    for (let i = 0; i < 5; i++) await back.send('GET', '/kiosk');
    back.countFrom(1);
    const { status, body } = await back.send('GET', '/kiosk');
    expect([status, body.error.fields]).toMatchObject([401, { reason: 'replayed', counter: '5' }]);
    back.countFrom(Number(body.error.fields.counter));
    expect((await back.send('GET', '/kiosk')).status).toBe(200);
  });

  it('of nonsense is no request of a kiosk', async () => {
    const noId = `Kiosk ${'-'.repeat(36)}.1.1.${'A'.repeat(43)}.${'A'.repeat(86)}`;
    for (const authorization of ['Kiosk', 'Kiosk a.b.c.d.e', noId, `Bearer ${'x'.repeat(43)}`, '']) {
      const { status, body } = await door.send('GET', '/kiosk', { sent: { authorization } });
      expect(`${authorization} ${status} ${body.error.code}`).toBe(`${authorization} 401 unauthenticated`);
    }
  });

  it('sent many times at once counts once', async () => {
    const call = { kioskId: other.kioskId, method: 'GET', path: '/api/kiosk', counter: 9000 };
    const digest = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
    const time = app.clock.now().getTime();
    const authorization = await signCall(other.privateKey, { ...call, digest, time });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => other.send('GET', '/kiosk', { sent: { authorization } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('fills no audit with refusals', async () => {
    const before = (await refusals()).length;
    for (let i = 0; i < 30; i++) await other.send('GET', '/kiosk', { key: door.privateKey });
    expect((await refusals()).length - before).toBe(20);
  });
});
