import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pairKiosk, type TestDevice } from '../../../testing/test-kiosk.ts';
import { createTestQueue } from '../../../testing/test-kiosk-queue.ts';

const HOUR = 60 * 60_000;
const CODES = ['K-1', 'K-2', 'K-3', 'K-4', 'K-5'];

let app: TestApp;
let doors = 0;
const newDoor = (settings: object = {}): Promise<TestDevice> => {
  doors += 1;
  return pairKiosk(app, { name: `Door ${doors}`, means: ['pin', 'card', 'phone'], ...settings });
};
beforeAll(async () => {
  app = await openTestApp({ limits: 'none' });
  for (const code of CODES) {
    await app.person(code);
    await app.call('PUT', '/user/pin', {
      token: await app.signIn(code.toLowerCase()),
      body: { pin: '8530' },
    });
    const token = await app.adminToken();
    await app.call('POST', `/admin/users/${code}/cards`, {
      token,
      body: { number: `04AA00${code.slice(2)}1` },
    });
  }
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id } of await unconfirmed()) await app.admin('POST', `/attendance/unconfirmed/${id}/dismiss`);
  app.clock.advance(24 * HOUR);
});

const pin = (user_id: string, typed = '8530') => ({ means: 'pin', user_id, pin: typed }) as const;
const unconfirmed = async () => (await app.admin('GET', '/attendance/unconfirmed')).body.entries;
const listed = async (): Promise<string[]> =>
  (await unconfirmed()).map(
    ({ doubts, person }: { doubts: string[]; person: { id: string } | null }) =>
      `${doubts.join(' ')} ${person?.id ?? '-'}`,
  );
const broken = async (): Promise<{ reason: string; number: number }[]> => {
  const since = app.clock.now().toISOString().slice(0, 10);
  const { entries } = (await app.admin('GET', '/admin/audit?action=kiosk_entries_broken')).body;
  return entries
    .filter(({ at }: { at: string }) => at >= since)
    .map(({ detail }: { detail: { reason: string; number: number } }) => detail);
};

describe('the entries of a device', () => {
  it('are not swallowed by one with a forged number', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const [first, second] = [await queue.write(pin('K-1')), await queue.write(pin('K-2'))];
    expect((await queue.send(first)).body.outcome).toBe('marked');
    expect((await queue.send({ ...second, number: 900_000_000 })).body.outcome).toBe('unconfirmed');
    expect((await queue.send(second)).body.outcome).toBe('marked');
    expect((await queue.send(await queue.write(pin('K-3')))).body.outcome).toBe('marked');
    expect(await listed()).toEqual(['altered -']);
    expect(await broken()).toEqual([{ reason: 'altered', number: 900_000_000 }]);
  });

  it('are not kept out by a copy with another signature that came first', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const [entry, other] = [await queue.write(pin('K-1')), await queue.write(pin('K-2'))];
    const copy = { ...entry, signature: other.signature };
    expect((await queue.send(copy)).body.outcome).toBe('unconfirmed');
    expect((await queue.send(copy)).body.outcome).toBe('taken_before');
    expect((await queue.send(entry)).body.outcome).toBe('marked');
    expect(await listed()).toEqual(['altered -']);
  });

  it('of which the first are missing, or one in between, or that jump, are judged and listed with their names', async () => {
    const queue = await createTestQueue(app, await newDoor());
    await queue.write(pin('K-1'));
    expect((await queue.send(await queue.write(pin('K-2')))).body.outcome).toBe('unconfirmed');
    await queue.write(pin('K-1'));
    expect((await queue.send(await queue.write(pin('K-3')))).body.outcome).toBe('unconfirmed');
    const jump = await queue.write(pin('K-4'), { head: { number: 900_000_000 } });
    expect((await queue.send(jump)).body.outcome).toBe('unconfirmed');
    expect((await queue.send(await queue.write(pin('K-1')))).body.outcome).toBe('unconfirmed');
    expect((await queue.send(await queue.write(pin('K-5')))).body.outcome).toBe('marked');
    expect((await listed()).sort()).toEqual(['gap K-1', 'gap K-2', 'gap K-3', 'gap K-4']);
    expect((await broken()).map(({ reason }) => reason)).toEqual(['gap', 'gap', 'gap', 'gap']);
  });

  it('that come in another order are each taken, none is forgotten', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const entries = [];
    for (const code of CODES) entries.push(await queue.write(pin(code)));
    for (const at of [0, 2, 1, 3, 4]) await queue.send(entries[at] ?? {});
    const { rows } = await app.pool.query(
      `select count(*)::int as taken from kiosk_entries where number <= 5 and received_at = $1`,
      [app.clock.now()],
    );
    expect(rows).toEqual([{ taken: 5 }]);
    expect((await listed()).sort()).toEqual(['gap K-2', 'gap K-3', 'gap K-4']);
  });

  it('of a device that was set back to an older state are taken under their old numbers', async () => {
    const queue = await createTestQueue(app, await newDoor());
    await queue.send(await queue.write(pin('K-1')));
    const before = queue.state();
    for (const code of ['K-2', 'K-3']) await queue.send(await queue.write(pin(code)));
    queue.backTo(before);
    app.clock.advance(HOUR);
    expect((await queue.send(await queue.write(pin('K-4')))).body.outcome).toBe('unconfirmed');
    expect((await queue.send(await queue.write(pin('K-5')))).body.outcome).toBe('marked');
    expect(await listed()).toEqual(['gap K-4']);
  });
});

describe('a server without the master key', () => {
  it('leaves entries on the tablet with 503 until a server has it, and shows cards and PINs the same way', async () => {
    const door = await newDoor();
    const queue = await createTestQueue(app, door);
    const entries = [
      await queue.write(pin('K-1')),
      await queue.write({ means: 'card', scanned: '04AA0021' }),
    ];
    const blind = await openTestApp({
      setUp: false,
      limits: 'none',
      clock: app.clock,
      database: { db: app.db, pool: app.pool, close: async () => {} },
      masterKeys: createInstallationKeys([], { kind: 'missing', expected: 'test' }),
    });
    door.talkTo(blind);
    const { status, body } = await queue.send(entries[0] ?? {});
    expect([status, body.error.code]).toEqual([503, 'key_not_here']);
    for (const [path, shown] of [
      ['/kiosk/card', { scanned: '04AA0021' }],
      ['/kiosk/pin', { user_id: 'K-1', pin: '8530' }],
    ] as const)
      expect((await door.send('POST', path, { body: shown })).body.error.code).toBe('key_not_here');
    // The kiosk goes on: it gets the key to seal to, which another server opens.
    expect((await door.send('GET', '/kiosk')).body.sealing.key_id).toBe(entries[0]?.key_id);
    door.talkTo(app);
    for (const entry of entries) expect((await queue.send(entry)).body.outcome).toBe('marked');
    expect(await listed()).toEqual([]);
    await blind.close();
  });

  it('lists what was sealed to a key that is lost for good', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const entry = await queue.write(pin('K-1'));
    const { key_id } = entry;
    await app.pool.query(`update kiosk_sealing_keys set master_key_id = 'lost' where id = $1`, [key_id]);
    expect((await queue.send(entry)).body.outcome).toBe('unconfirmed');
    expect(await listed()).toEqual(['unreadable -']);
    await app.pool.query(`update kiosk_sealing_keys set master_key_id = 'test' where id = $1`, [key_id]);
  });
});
