import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pairKiosk } from '../../../testing/test-kiosk.ts';
import { createTestQueue } from '../../../testing/test-kiosk-queue.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let app: TestApp;
let queue: Awaited<ReturnType<typeof createTestQueue>>;
beforeAll(async () => {
  app = await openTestApp({ limits: 'none' });
  for (const code of ['K-1', 'K-2']) {
    await app.person(code);
    await app.call('PUT', '/user/pin', {
      token: await app.signIn(code.toLowerCase()),
      body: { pin: '8530' },
    });
  }
  // A kiosk that is called like a person's code.
  queue = await createTestQueue(app, await pairKiosk(app, { name: 'K-1', means: ['pin'] }));
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('delete from kiosk_entries where settled is null');
  app.clock.advance(DAY);
});

const pin = (user_id: string, typed = '8530') => ({ means: 'pin', user_id, pin: typed }) as const;
const unconfirmed = async (query = '') => (await app.admin('GET', `/attendance/unconfirmed${query}`)).body;
const confirm = (id: string, body?: object) =>
  app.admin('POST', `/attendance/unconfirmed/${id}/confirm`, body);
const wrongClock = async (user_id: string, offMs: number) => {
  const takenAt = app.clock.now().getTime() + offMs;
  const entry = await queue.write(pin(user_id), { head: { takenAt, basis: 'device' } });
  queue.reload();
  await queue.send(entry, { driftMs: offMs });
  return (await unconfirmed()).entries.at(-1);
};
const checkIns = async (): Promise<string[]> => {
  const { rows } = await app.pool.query(
    `select p.code, c.seen_at from check_ins c join people p on p.id = c.person_id order by c.id`,
  );
  return rows.map(({ code, seen_at }) => `${code} ${seen_at.toISOString()}`);
};

describe('the time of an entry that the office counts', () => {
  it('is not one that is still to come; the office gives the time', async () => {
    const { id, doubts } = await wrongClock('K-1', 365 * DAY);
    expect(doubts).toEqual(['clock']);
    const refused = await confirm(id);
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['time']]);
    const { date } = await app.services.settings.today();
    expect((await confirm(id, { date, time: '23:59' })).status).toBe(400);
    expect((await confirm(id, { date })).status).toBe(400);
    expect(await checkIns()).toEqual([]);
    expect((await confirm(id, { date, time: '08:40' })).status).toBe(200);
    const { zone } = await app.services.settings.today();
    const [counted] = await checkIns();
    expect(counted).toBe(`K-1 ${zone.instantOf(date, '08:40' as never).toISOString()}`);
    const { entries } = (await app.admin('GET', '/admin/audit?action=kiosk_entry_confirmed')).body;
    expect(entries[0]).toMatchObject({ subject: 'K-1', detail: { reason: 'clock' } });
    expect(entries[0].detail.counted).toBe(counted?.slice(4));
  });

  it('is not before the person was registered', async () => {
    const { id } = await wrongClock('K-2', -400 * DAY);
    const { status, body } = await confirm(id);
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['date']]);
  });
});

describe('the list of entries to confirm', () => {
  it('has those with a person first, says how many there are, and goes on from page to page', async () => {
    for (let at = 0; at < 3; at += 1) await queue.send(await queue.write(pin(`NOBODY-${at}`, '4711')));
    app.clock.advance(HOUR);
    await queue.send(await queue.write(pin('K-2', '4711')));
    const { total, entries, next_cursor } = await unconfirmed();
    expect([total, next_cursor]).toEqual([4, undefined]);
    expect(entries.map(({ person }: { person: { id: string } | null }) => person?.id)).toEqual([
      'K-2',
      undefined,
      undefined,
      undefined,
    ]);
    await app.pool.query(
      `insert into kiosk_entries (public_key, number, hash, kiosk_name, taken_at, received_at, doubt)
       select '\\x00', n, 'many ' || n, 'Door', $1, $1, 'gap' from generate_series(1, 250) n`,
      [app.clock.now()],
    );
    const seen = new Set<string>();
    let pages = 0;
    for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1) {
      const page: { total: number; entries: { id: string }[]; next_cursor?: string } = await unconfirmed(
        cursor && `?cursor=${cursor}`,
      );
      expect(page.total).toBe(254);
      for (const { id } of page.entries) seen.add(id);
      cursor = page.next_cursor;
    }
    expect([pages, seen.size]).toEqual([2, 254]);
  });

  it('is emptied with one call; an entry that was settled meanwhile is left as it is', async () => {
    await queue.send(await queue.write(pin('K-1', '4711')));
    await queue.send(await queue.write(pin('NOBODY', '4711')));
    const ids = (await unconfirmed()).entries.map(({ id }: { id: string }) => id);
    expect((await confirm(ids[0])).status).toBe(200);
    const { body } = await app.admin('POST', '/attendance/unconfirmed/dismiss', { ids });
    expect(body.dismissed).toBe(1);
    expect((await unconfirmed()).total).toBe(0);
  });

  it('ties no entry without a person to somebody whose code the kiosk is called', async () => {
    await queue.send(await queue.write(pin('NOBODY', '4711')));
    const [{ id }] = (await unconfirmed()).entries;
    await app.admin('POST', `/attendance/unconfirmed/${id}/dismiss`);
    const { entries } = (await app.admin('GET', '/admin/audit?action=kiosk_entry_dismissed')).body;
    expect(entries[0]).toMatchObject({ subject: null, detail: { kiosk: 'K-1' } });
  });
});
