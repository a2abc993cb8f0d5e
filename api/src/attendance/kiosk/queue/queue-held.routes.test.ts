import { importPhoneKey, phoneCode } from '@rollcall/core/attendance/kiosk/cards/phone-codes.rules';
import { fromBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { createJobs } from '@rollcall/core/jobs';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pairKiosk, type TestDevice } from '../../../testing/test-kiosk.ts';
import { createTestQueue } from '../../../testing/test-kiosk-queue.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: TestApp;
let door: TestDevice;
let queue: Awaited<ReturnType<typeof createTestQueue>>;
beforeAll(async () => {
  app = await openTestApp({ limits: 'none' });
  door = await pairKiosk(app, { means: ['pin', 'card', 'phone'] });
  queue = await createTestQueue(app, door);
  for (const code of ['K-1', 'K-2', 'K-3']) await app.person(code);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id } of await unconfirmed()) await app.admin('POST', `/attendance/unconfirmed/${id}/dismiss`);
  app.clock.advance(2 * DAY);
});

const unconfirmed = async () => (await app.admin('GET', '/attendance/unconfirmed')).body.entries;
const listed = async (): Promise<string[]> =>
  (await unconfirmed()).map(
    ({ doubts, person }: { doubts: string[]; person: { id: string } | null }) =>
      `${doubts.join(' ')} ${person?.id ?? '-'}`,
  );
const choosePin = async (code: string, pin: string) =>
  app.call('PUT', '/user/pin', { token: await app.signIn(code.toLowerCase()), body: { pin } });
const pin = (user_id: string, typed: string) => ({ means: 'pin', user_id, pin: typed }) as const;
const send = async (entries: readonly object[]): Promise<string[]> => {
  const outcomes = [];
  for (const entry of entries) outcomes.push((await queue.send(entry)).body.outcome);
  return outcomes;
};
const setMeans = async (means: readonly string[]) => {
  const { kiosks } = (await app.admin('GET', '/admin/kiosks')).body;
  const own = kiosks.find(({ id }: { id: string }) => id === door.kioskId);
  await app.admin('PUT', `/admin/kiosks/${door.kioskId}`, { ...own, means });
};

describe('the limits of wrong tries in what was written down', () => {
  it('count by the time of the entry: a day of wrong PINs that arrives at once keeps nobody out', async () => {
    await choosePin('K-1', '8530');
    const entries = [];
    for (let at = 0; at < 40; at += 1) {
      entries.push(await queue.write(pin(at % 2 ? `NOBODY-${at}` : 'K-2', '4711')));
      app.clock.advance(15 * MINUTE);
    }
    entries.push(await queue.write(pin('K-1', '8530')));
    app.clock.advance(10 * MINUTE);
    expect((await send(entries)).at(-1)).toBe('marked');
    const doubts = await listed();
    expect(doubts.filter((each) => each === 'wrong_pin K-2')).toHaveLength(20);
    expect(doubts.filter((each) => each === 'wrong_pin -')).toHaveLength(20);
    // Nor does it keep out who stands there now.
    const { body } = await door.send('POST', '/kiosk/pin', { body: { user_id: 'K-1', pin: '8530' } });
    expect(body.outcome).toBe('marked');
  });

  it('hold within a quarter of an hour of then, and what is not looked at is listed with the name', async () => {
    await choosePin('K-1', '8530');
    const entries = [];
    for (let at = 0; at < 5; at += 1) entries.push(await queue.write(pin('K-1', '4711')));
    entries.push(await queue.write(pin('K-1', '8530')));
    app.clock.advance(16 * MINUTE);
    entries.push(await queue.write(pin('K-1', '8530')));
    app.clock.advance(5 * 60 * MINUTE);
    expect((await send(entries)).slice(-2)).toEqual(['unconfirmed', 'marked']);
    expect((await listed()).at(-1)).toBe('too_many_attempts K-1');
  });
});

describe('what was written down is judged by what held then', () => {
  it('a card that was revoked, or a number that is another person’s now', async () => {
    const assign = async (code: string, number: string) =>
      app.call('POST', `/admin/users/${code}/cards`, { token: await app.adminToken(), body: { number } });
    await assign('K-1', '04A1B2C3');
    const early = await queue.write({ means: 'card', scanned: '04A1B2C3' });
    app.clock.advance(40 * MINUTE);
    const [card] = (await app.admin('GET', '/admin/users/K-1/cards')).body.cards;
    await app.admin('DELETE', `/admin/users/K-1/cards/${card.id}`);
    app.clock.advance(MINUTE);
    const late = await queue.write({ means: 'card', scanned: '04A1B2C3' });
    app.clock.advance(MINUTE);
    await assign('K-2', '04A1B2C3');
    app.clock.advance(MINUTE);
    const now = await queue.write({ means: 'card', scanned: '04A1B2C3' });
    expect(await send([early, late, now])).toEqual(['marked', 'unconfirmed', 'marked']);
    expect(await listed()).toEqual(['wrong_card K-2']);
    const { rows } = await app.pool.query(
      `select p.code from check_ins c join people p on p.id = c.person_id order by c.seen_at desc limit 2`,
    );
    expect(rows.map(({ code }) => code)).toEqual(['K-2', 'K-1']);
    // Live, a card that ended counts no more.
    const { body } = await door.send('POST', '/kiosk/card', { body: { scanned: '04A1B2C3' } });
    expect(body.mark.name).toBe('Person K.');
  });

  it('a PIN that was changed or removed since; the new one does not hold for before', async () => {
    await choosePin('K-2', '9061');
    app.clock.advance(MINUTE);
    const early = await queue.write(pin('K-2', '9061'));
    const wrong = await queue.write(pin('K-2', '7284'));
    app.clock.advance(MINUTE);
    await choosePin('K-2', '7284');
    const changed = await queue.write(pin('K-2', '7284'));
    app.clock.advance(20 * MINUTE);
    await app.call('DELETE', '/user/pin', { token: await app.signIn('k-2') });
    app.clock.advance(MINUTE);
    const none = await queue.write(pin('K-2', '7284'));
    expect(await send([early, wrong, changed, none])).toEqual([
      'marked',
      'unconfirmed',
      'marked',
      'unconfirmed',
    ]);
    expect(await listed()).toEqual(['wrong_pin K-2', 'wrong_pin K-2']);
  });

  it('a phone that was removed since', async () => {
    const token = await app.signIn('k-3');
    const { body } = await app.call('POST', '/user/phones', { token, body: { replaces: null } });
    const key = await importPhoneKey(fromBase64Url(body.key));
    const codeNow = async () => ({
      means: 'card' as const,
      scanned: await phoneCode(key, body.phone_id, app.clock.now()),
    });
    const early = await queue.write(await codeNow());
    app.clock.advance(MINUTE);
    expect((await app.call('DELETE', `/user/phones/${body.phone_id}`, { token })).status).toBe(200);
    expect((await app.call('GET', '/user/phones', { token })).body.phones).toEqual([]);
    app.clock.advance(MINUTE);
    const late = await queue.write(await codeNow());
    expect((await door.send('POST', '/kiosk/card', { body: await codeNow() })).body.outcome).toBe(
      'wrong_code',
    );
    expect(await send([early, late])).toEqual(['marked', 'unconfirmed']);
    expect(await listed()).toEqual(['wrong_code K-3']);
  });

  it('a way that was switched off since, and one that was off then is listed with the name', async () => {
    await choosePin('K-1', '8530');
    app.clock.advance(MINUTE);
    const early = await queue.write(pin('K-1', '8530'));
    app.clock.advance(MINUTE);
    await setMeans(['card', 'phone']);
    app.clock.advance(10 * MINUTE);
    const off = await queue.write(pin('K-1', '8530'));
    app.clock.advance(MINUTE);
    await setMeans(['pin', 'card', 'phone']);
    expect(await send([early, off])).toEqual(['marked', 'unconfirmed']);
    expect(await listed()).toEqual(['kiosk_means_off K-1']);
  });

  it('for as long as entries count by themselves; then the nightly cleaning forgets it', async () => {
    await choosePin('K-1', '9407');
    const kept = async (): Promise<number> =>
      (
        await app.pool.query(
          `select (select count(*) from former_pins) + (select count(*) from former_kiosk_settings)
                + (select count(*) from phones where removed_at is not null) as kept`,
        )
      ).rows[0].kept;
    expect(Number(await kept())).toBeGreaterThan(2);
    app.clock.advance(5 * DAY);
    const repos = createRepositories(app.db);
    const cleaning = createJobs({ clock: app.clock, repos, services: app.services }).find(
      ({ kind }) => kind === 'kiosk_answers',
    );
    await cleaning?.run();
    expect(Number(await kept())).toBe(0);
  });
});
