import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { pairKiosk, type TestDevice } from '../../testing/test-kiosk.ts';

const PINS = { 'K-1': '8530', 'K-2': '9061' } as const;

let app: TestApp;
let door: TestDevice;
beforeAll(async () => {
  app = await openTestApp({ limits: 'none' });
  door = await pairKiosk(app, { means: ['pin'] });
  for (const [code, pin] of Object.entries(PINS)) {
    await app.person(code);
    await app.call('PUT', '/user/pin', { token: await app.signIn(code.toLowerCase()), body: { pin } });
  }
});
afterAll(() => app.close());
// Another day: wrong tries are forgotten.
beforeEach(() => void app.clock.advance(25 * 60 * 60_000));

const typed = async (user_id: string, pin: string): Promise<string> => {
  const { body } = await door.send('POST', '/kiosk/pin', { body: { user_id, pin } });
  return body.outcome ?? body.error.code;
};

describe('wrong numbers and PINs at a kiosk', () => {
  it('keep out nobody with the right PIN: thirty wrong numbers, then people go on', async () => {
    for (let at = 0; at < 40; at += 1) expect(await typed(`NOBODY-${at}`, '4711')).toBe('wrong_pin');
    expect(await typed('K-1', PINS['K-1'])).toBe('marked');
    expect(await typed('K-2', PINS['K-2'])).toBe('marked');
    const { entries } = (await app.admin('GET', '/admin/audit?action=kiosk_many_wrong')).body;
    expect(entries[0]).toMatchObject({ subject: 'Main door', detail: { count: 30 } });
  });

  it('are slowed down there after thirty: whoever typed something wrong waits, longer with each ten', async () => {
    for (let at = 0; at < 30; at += 1) await typed(`NOBODY-${at}`, '4711');
    const again = () => door.send('POST', '/kiosk/pin', { body: { user_id: 'NOBODY-1', pin: '4712' } });
    const { status, body } = await again();
    expect([status, body.error.code]).toEqual([429, 'too_many_attempts']);
    app.clock.advance(2_000);
    expect((await again()).body.outcome).toBe('wrong_pin');
    for (let at = 30; at < 40; at += 1) await typed(`NOBODY-${at}`, '4711');
    app.clock.advance(2_000);
    expect((await again()).status).toBe(429);
    app.clock.advance(2_000);
    expect((await again()).body.outcome).toBe('wrong_pin');
  });

  it('are at most 200 in a quarter of an hour, whoever they are for', async () => {
    for (let at = 0; at < 200; at += 1) expect(await typed(`NOBODY-${at}`, '4711')).toBe('wrong_pin');
    expect(await typed('NOBODY-200', '4711')).toBe('too_many_attempts');
    app.clock.advance(16 * 60_000);
    expect(await typed('K-1', PINS['K-1'])).toBe('marked');
  });

  it('do not tell which numbers exist: the same answers to a known number and an unknown one, however it is spelt', async () => {
    const answers = async (...numbers: readonly string[]) => {
      const found = [];
      for (const number of numbers) found.push(await typed(number, '0815'));
      return found;
    };
    const known = await answers('K-1', 'k-1', 'K-1', 'K-1', 'k-1', 'K-1', 'K-1');
    const unknown = await answers('X-9', 'x-9', 'X-9', 'X-9', 'x-9', 'X-9', 'X-9');
    expect(known.slice(-2)).toEqual(['too_many_attempts', 'too_many_attempts']);
    expect(unknown).toEqual(known);
  });
});
