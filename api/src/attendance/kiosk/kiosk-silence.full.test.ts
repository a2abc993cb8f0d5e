import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL, type TestApp } from '../../testing/test-app.ts';
import { pairKiosk, type TestDevice } from '../../testing/test-kiosk.ts';
import { createTestMail } from '../../testing/test-mail.ts';
import { openTestServers, type TestServers } from '../../testing/test-servers.ts';

/** Two servers in Kathmandu (UTC+5:45), Monday at 10:00: the doors are open from 8:00 to 17:00. */
const mail = createTestMail();
const MINUTE = 60_000;
let servers: TestServers;
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  servers = await openTestServers(['one', 'two'], { mail, limits: 'none', hasNewFiles: true });
  [app, other] = servers.servers as [TestApp, TestApp]; // two were opened
  await app.pool.query(`update people set email = 'head@school.example' where username = 'admin'`);
});
afterAll(() => servers.close());
beforeEach(async () => {
  await app.pool.query('delete from kiosks');
  await app.pool.query('delete from outbox');
  mail.sent.length = 0;
});

let doors = 0;
const openDoor = async (name = `Door ${++doors}`): Promise<TestDevice> => {
  const door = await pairKiosk(app, { name });
  await door.send('GET', '/kiosk');
  return door;
};
/** Both servers look at the same moment. */
const check = async () => {
  const found = await Promise.all([app, other].map(({ services }) => services.kioskSilence.check()));
  await app.services.jobs.runDue();
  return found.reduce((sum, each) => ({ silent: sum.silent + each.silent, back: sum.back + each.back }));
};
/** Minutes pass, in each of which both servers look; `meanwhile` is what kiosks do. */
const pass = async (minutes: number, meanwhile: () => Promise<unknown> = async () => undefined) => {
  const all = { silent: 0, back: 0 };
  for (let minute = 0; minute < minutes; minute++) {
    servers.clock.advance(MINUTE);
    await meanwhile();
    const { silent, back } = await check();
    all.silent += silent;
    all.back += back;
  }
  return all;
};
const goTo = async (instant: string) => {
  servers.clock.set(instant);
  await check();
};
const silencesOf = async ({ kioskId }: TestDevice) =>
  (await app.admin('GET', '/admin/kiosks/health')).body.kiosks.find(
    (each: { kiosk_id: string }) => each.kiosk_id === kioskId,
  )?.silences;
const hello = (door: TestDevice) => () => door.send('GET', '/kiosk');

describe('a kiosk that falls silent', () => {
  it('is told of once by two servers, and once more when it is back', async () => {
    await goTo('2026-03-02T04:15:00Z');
    const door = await openDoor('Main door');
    expect(await pass(9)).toEqual({ silent: 0, back: 0 });
    expect(await pass(1)).toEqual({ silent: 1, back: 0 });
    expect(await pass(20)).toEqual({ silent: 0, back: 0 });
    expect(mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['head@school.example', 'A kiosk is silent at Test School'],
    ]);
    expect(mail.sent[0]?.text).toContain('Main door (Hall) has not been heard of since 10:00.');
    expect(mail.sent[0]?.text).toContain(`${PUBLIC_URL}/settings/kiosks`);
    expect(await silencesOf(door)).toEqual([{ since: '2026-03-02T04:15:00.000Z', back_at: null }]);

    expect(await pass(1, hello(door))).toEqual({ silent: 0, back: 1 });
    expect(await pass(3, hello(door))).toEqual({ silent: 0, back: 0 });
    expect(mail.sent.map(({ subject }) => subject).slice(1)).toEqual(['A kiosk is back at Test School']);
    expect(mail.sent[1]?.text).toContain('Main door (Hall) was silent from 10:00 to 10:31.');
    expect(await silencesOf(door)).toMatchObject([{ back_at: '2026-03-02T04:46:00.000Z' }]);
  });

  it('together with others makes one mail, which names all of them', async () => {
    await goTo('2026-03-03T04:15:00Z');
    await openDoor('Hall');
    await openDoor('Gate');
    expect(await pass(11)).toEqual({ silent: 2, back: 0 });
    expect(mail.sent).toHaveLength(1);
    expect(mail.sent[0]?.text).toMatch(/Gate \(Hall\) has not .*\nHall \(Hall\) has not/);
  });

  it('at night, on a weekend or on a holiday is told to nobody', async () => {
    await goTo('2026-03-04T11:10:00Z');
    await openDoor();
    // 16:55; the doors close at 17:00.
    expect(await pass(30)).toEqual({ silent: 0, back: 0 });
    await goTo('2026-03-07T04:15:00Z');
    await openDoor();
    expect(await pass(30)).toEqual({ silent: 0, back: 0 });
    await app.admin('POST', '/admin/holidays', { date: '2026-03-09', name: 'Founding day' });
    await goTo('2026-03-09T04:15:00Z');
    await openDoor();
    expect(await pass(30)).toEqual({ silent: 0, back: 0 });
    expect(mail.sent).toEqual([]);
  });

  it('over night is told of in the morning, unless it was put away days ago', async () => {
    await goTo('2026-03-10T04:15:00Z');
    await openDoor('Old tablet');
    await goTo('2026-03-11T04:15:00Z');
    await openDoor('New tablet');
    // Thursday, 8:00.
    await goTo('2026-03-12T02:10:00Z');
    expect(await pass(4)).toEqual({ silent: 0, back: 0 });
    expect(await pass(16)).toEqual({ silent: 1, back: 0 });
    expect(mail.sent[0]?.text).toContain('New tablet (Hall) has not been heard of since 11 Mar 2026, 10:00.');
  });

  it('while no server ran is not to blame', async () => {
    await goTo('2026-03-13T03:00:00Z');
    const door = await openDoor();
    await goTo('2026-03-13T05:00:00Z');
    expect(await pass(9)).toEqual({ silent: 0, back: 0 });
    expect(await pass(1, hello(door))).toEqual({ silent: 0, back: 0 });
  });

  it('and comes back at night is told of when the doors open', async () => {
    await goTo('2026-03-16T10:45:00Z');
    const door = await openDoor();
    expect(await pass(12)).toEqual({ silent: 1, back: 0 });
    mail.sent.length = 0;
    servers.clock.set('2026-03-16T16:00:00Z');
    await hello(door)();
    expect(await check()).toEqual({ silent: 0, back: 1 });
    expect(mail.sent).toEqual([]);
    await goTo('2026-03-17T02:14:00Z');
    expect(mail.sent).toEqual([]);
    await pass(2, hello(door));
    expect(mail.sent.map(({ subject }) => subject)).toEqual(['A kiosk is back at Test School']);
  });

  it('and is revoked is forgotten', async () => {
    await goTo('2026-03-18T04:15:00Z');
    const lost = await openDoor();
    const revoked = await openDoor();
    await app.admin('POST', `/admin/kiosks/${revoked.kioskId}/revoke`);
    expect(await pass(11)).toEqual({ silent: 1, back: 0 });
    await app.admin('POST', `/admin/kiosks/${lost.kioskId}/revoke`);
    expect(await pass(5)).toEqual({ silent: 0, back: 0 });
    expect((await app.pool.query('select * from kiosk_silences')).rows).toEqual([]);
    expect(mail.sent).toHaveLength(1);
  });
});
