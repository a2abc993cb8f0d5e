import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace } from '../../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createDevice, lookOf, pairKiosk, type TestDevice } from '../../../testing/test-kiosk.ts';
import { createTestQueue } from '../../../testing/test-kiosk-queue.ts';

const PINS: Readonly<Record<string, string>> = { 'K-1': '8530', 'K-2': '9061', 'K-3': '7284', 'K-9': '8530' };
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let app: TestApp;
let doors = 0;
const newDoor = (settings: object = {}): Promise<TestDevice> => {
  doors += 1;
  return pairKiosk(app, { name: `Door ${doors}`, ...settings });
};
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  for (const [code, face] of [
    ['K-1', 1],
    ['K-2', 2],
    ['K-3', 3],
  ] as const) {
    const section = face < 3 ? 'CS-A' : 'CS-B';
    await app.person(code, {
      name: `${['', 'Aylin', 'Bo', 'Cem'][face]} Kaya`,
      class_section: section,
    });
    await enrolFace(app, code, face);
    const token = await app.signIn(code.toLowerCase());
    await app.call('PUT', '/user/pin', { token, body: { pin: PINS[code] } });
  }
});
afterAll(() => app.close());
// Another day on which people are due, at ten: nobody was seen.
beforeEach(async () => {
  do app.clock.advance(DAY);
  while (!(await app.services.settings.today()).isWorkingDay);
});

const face = (person: number, digits: string | null = null) =>
  ({ means: 'face', images: lookOf({ person }), digits }) as const;
const pin = (user_id: string, typed = PINS[user_id] ?? '') =>
  ({ means: 'pin', user_id, pin: typed }) as const;

const checkIns = async (): Promise<string[]> => {
  const { rows } = await app.pool.query(
    `select p.code, c.seen_at, c.means, c.direction from check_ins c join people p on p.id = c.person_id
     where c.day = $1 order by c.seen_at`,
    [(await app.services.settings.today()).date],
  );
  const minutesAgo = (at: Date) => Math.round((app.clock.now().getTime() - at.getTime()) / 60_000);
  return rows.map(
    (row) => `${row.code} ${row.means} ${row.direction} ${minutesAgo(row.seen_at)} minutes ago`,
  );
};
const unconfirmed = async () => (await app.admin('GET', '/attendance/unconfirmed')).body.entries;
const settleAll = async () => {
  for (const { id } of await unconfirmed()) await app.admin('POST', `/attendance/unconfirmed/${id}/dismiss`);
};

describe('what a kiosk wrote down without a network', () => {
  it('counts by the time it was made, for faces and PINs alike', async () => {
    const door = await newDoor();
    const queue = await createTestQueue(app, door);
    const entries = [await queue.write(face(1))];
    app.clock.advance(3 * 60_000);
    entries.push(await queue.write(pin('K-2')));
    app.clock.advance(2 * HOUR);
    const outcomes = [];
    for (const entry of entries) outcomes.push((await queue.send(entry)).body.outcome);
    expect(outcomes).toEqual(['marked', 'marked']);
    expect(await checkIns()).toEqual(['K-1 face in 123 minutes ago', 'K-2 pin in 120 minutes ago']);
    expect(await unconfirmed()).toEqual([]);
  });

  it('counts once, however often and by however many requests it is sent', async () => {
    const queue = await createTestQueue(app, await newDoor({ direction: 'both' }));
    const first = await queue.write(face(1));
    const sent = await Promise.all(Array.from({ length: 8 }, () => queue.send(first)));
    const outcomes = sent.map(({ status, body }) => body.outcome ?? status);
    expect(outcomes.filter((outcome) => outcome === 'marked')).toHaveLength(1);
    // Requests of one kiosk are taken in their order; whichever came late was refused or found the entry taken.
    expect(new Set(outcomes.filter((outcome) => outcome !== 'marked'))).not.toContain('unconfirmed');
    app.clock.advance(HOUR);
    expect((await queue.send(first)).body.outcome).toBe('taken_before');
    expect(await checkIns()).toHaveLength(1);
  });

  it('goes in and out by itself at the time of each entry', async () => {
    const queue = await createTestQueue(app, await newDoor({ direction: 'both' }));
    const entries = [];
    for (const minutes of [0, 1, 60]) {
      app.clock.advance(minutes * 60_000);
      entries.push(await queue.write(face(3)));
    }
    app.clock.advance(30 * 60_000);
    for (const entry of entries) expect((await queue.send(entry)).body.outcome).toBe('marked');
    expect((await checkIns()).map((each) => each.split(' ')[2])).toEqual(['both', 'both', 'both']);
    const token = await app.signIn('k-3');
    const data = await (await app.download('/user/my-data', token)).json();
    const ways = data.check_ins.map(({ direction }: { direction: string }) => direction);
    expect(ways.slice(-3)).toEqual(['in', 'in', 'out']);
  });

  it('makes an absence of yesterday a presence', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const entry = await queue.write(pin('K-1'));
    const { date } = await app.services.settings.today();
    app.clock.advance(DAY);
    await app.services.closing.closeDueDays();
    const dayOf = async () =>
      (
        await app.pool.query(
          `select d.status, d.source from attendance_days d join people p on p.id = d.person_id where p.code = 'K-1' and d.day = $1`,
          [date],
        )
      ).rows[0];
    expect(await dayOf()).toMatchObject({ status: 'absent' });
    expect((await queue.send(entry)).body.outcome).toBe('marked');
    expect((await dayOf()).status).not.toBe('absent');
  });

  it('takes the digits that look-alikes were asked for', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const alike = { means: 'face', images: lookOf({ person: 1, or: 2 }) } as const;
    expect((await queue.send(await queue.write({ ...alike, digits: '9061' }))).body.outcome).toBe('marked');
    expect((await queue.send(await queue.write({ ...alike, digits: null }))).body.outcome).toBe(
      'unconfirmed',
    );
    expect((await checkIns()).map((each) => each.slice(0, 3))).toEqual(['K-2']);
    expect((await unconfirmed()).at(-1)).toMatchObject({ doubt: 'pin_asked', person: null, means: 'face' });
    await settleAll();
  });
});

describe('an entry that cannot be confirmed', () => {
  beforeEach(settleAll);

  it('is listed for the office: a stranger, a wrong PIN, a way that was switched off', async () => {
    const door = await newDoor();
    const queue = await createTestQueue(app, door);
    const entries = [await queue.write(face(9)), await queue.write(pin('K-1', '1111'))];
    for (const entry of entries) expect((await queue.send(entry)).body.outcome).toBe('unconfirmed');
    const { body } = await app.admin('GET', '/admin/kiosks');
    const own = body.kiosks.find(({ id }: { id: string }) => id === door.kioskId);
    await app.admin('PUT', `/admin/kiosks/${door.kioskId}`, { ...own, means: ['face'] });
    app.clock.advance(60_000);
    expect((await queue.send(await queue.write(pin('K-2')))).body.outcome).toBe('unconfirmed');
    const listed = (await unconfirmed()).map(
      ({ doubt, person }: { doubt: string; person: { id: string } | null }) => `${doubt} ${person?.id}`,
    );
    expect(listed).toEqual(['wrong_pin K-1', 'kiosk_means_off K-2', 'unknown undefined']);
    expect(await checkIns()).toEqual([]);
  });

  it('is one that was altered, left out or moved, with an entry in the audit', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const first = await queue.write(pin('K-1'));
    expect((await queue.send({ ...first, taken_at: first.taken_at - HOUR })).body.outcome).toBe(
      'unconfirmed',
    );
    await queue.write(pin('K-2'));
    const third = await queue.write(pin('K-3'));
    expect((await queue.send(third)).body.outcome).toBe('unconfirmed');
    // From there on the entries follow each other again.
    expect((await queue.send(await queue.write(pin('K-3')))).body.outcome).toBe('marked');
    expect((await unconfirmed()).map(({ doubt }: { doubt: string }) => doubt).sort()).toEqual([
      'altered',
      'gap',
    ]);
    const { body } = await app.admin('GET', '/admin/audit?action=kiosk_entries_broken');
    expect(body.entries).toHaveLength(2);
    const other = await queue.write(pin('K-1'));
    expect((await queue.send({ ...other, sealed: `${other.sealed}A` })).status).toBe(400);
  });

  it('is one whose evidence belongs to another entry, is nonsense, or was sealed to nobody', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const nonsense = { means: 'card' } as unknown as ReturnType<typeof pin>; // a tablet may seal what it likes
    for (const entry of [
      await queue.write(pin('K-1'), { sealedAs: 99 }),
      await queue.write(nonsense),
      await queue.write(pin('K-1'), { head: { keyId: 'another' } }),
    ])
      expect((await queue.send(entry)).body.outcome).toBe('unconfirmed');
    const entries = await unconfirmed();
    expect(new Set(entries.map(({ doubt }: { doubt: string }) => doubt))).toEqual(new Set(['unreadable']));
    expect(await checkIns()).toEqual([]);
  });

  it('is one whose time rests on a clock that was moved; the page’s own clock is believed', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const wrong = app.clock.now().getTime() - 5 * HOUR;
    // The same page: how long ago it was is known, whatever the device's clock says.
    const sure = await queue.write(pin('K-1'), { head: { basis: 'device', takenAt: wrong } });
    app.clock.advance(10 * 60_000);
    expect((await queue.send(sure)).body.outcome).toBe('marked');
    expect(await checkIns()).toEqual(['K-1 pin in 10 minutes ago']);
    // A page before: only the device's clock knew the time, and it was wrong.
    const doubtful = await queue.write(pin('K-2'), { head: { basis: 'device', takenAt: wrong } });
    const fine = await queue.write(pin('K-3'), { head: { basis: 'device' } });
    const ahead = await queue.write(pin('K-3'), { head: { takenAt: app.clock.now().getTime() + 3 * HOUR } });
    queue.reload();
    expect((await queue.send(doubtful, { driftMs: -5 * HOUR })).body.outcome).toBe('unconfirmed');
    expect((await queue.send(fine, { driftMs: 1500 })).body.outcome).toBe('marked');
    expect((await queue.send(ahead)).body.outcome).toBe('unconfirmed');
    const entries = await unconfirmed();
    expect(
      entries.map(({ doubt, person }: { doubt: string; person: { id: string } }) => `${doubt} ${person.id}`),
    ).toEqual(['clock K-2', 'clock K-3']);
  });

  it('is one of a device that was ended and paired anew, or of another kiosk', async () => {
    const door = await newDoor();
    const queue = await createTestQueue(app, door);
    const before = await queue.write(pin('K-1'));
    app.clock.advance(60_000);
    await app.admin('POST', `/admin/kiosks/${door.kioskId}/revoke`);
    expect((await queue.send(before)).body.error.code).toBe('kiosk_unknown');
    const pairAgain = async (id: string) =>
      app.admin('POST', `/admin/kiosks/${id}/pair`, { code: await door.code() });
    expect((await pairAgain(door.kioskId)).status).toBe(200);
    expect((await queue.send(before)).body.outcome).toBe('unconfirmed');
    const own = await queue.write(pin('K-2'));
    expect((await queue.send(own)).body.outcome).toBe('marked');
    const elsewhere = await queue.write(pin('K-3'));
    await app.admin('POST', `/admin/kiosks/${door.kioskId}/revoke`);
    const other = await newDoor();
    await app.admin('POST', `/admin/kiosks/${other.kioskId}/revoke`);
    expect((await pairAgain(other.kioskId)).status).toBe(200);
    door.become(other.kioskId);
    expect((await queue.send(elsewhere)).body.outcome).toBe('unconfirmed');
    expect(
      (await unconfirmed()).map(
        ({ doubt, person }: { doubt: string; person: { id: string } }) => `${doubt} ${person.id}`,
      ),
    ).toEqual(['before_pairing K-1', 'other_kiosk K-3']);
  });

  it('is older than three days; the office counts it, once, or lays it aside', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const { date } = await app.services.settings.today();
    const [old, older] = [await queue.write(pin('K-1')), await queue.write(pin('K-2'))];
    app.clock.advance(4 * DAY);
    for (const entry of [old, older]) expect((await queue.send(entry)).body.outcome).toBe('unconfirmed');
    const [first, second] = await unconfirmed();
    expect(first).toMatchObject({ doubt: 'too_old', person: { id: 'K-1', name: 'Aylin Kaya' } });
    const settle = (id: string, how: string) => app.admin('POST', `/attendance/unconfirmed/${id}/${how}`);
    expect((await settle(first.id, 'confirm')).status).toBe(200);
    expect((await settle(first.id, 'confirm')).status).toBe(404);
    expect((await settle(second.id, 'dismiss')).status).toBe(200);
    expect((await settle(second.id, 'confirm')).status).toBe(404);
    expect(await unconfirmed()).toEqual([]);
    const { rows } = await app.pool.query(
      'select p.code, c.means from check_ins c join people p on p.id = c.person_id where c.day = $1',
      [date],
    );
    expect(rows).toEqual([{ code: 'K-1', means: 'pin' }]);
    const { body } = await app.admin('GET', '/admin/audit?action=kiosk_entry_confirmed');
    expect(body.entries[0]).toMatchObject({ subject: 'K-1' });
  });

  it('of a person who is erased is gone', async () => {
    const queue = await createTestQueue(app, await newDoor());
    await app.person('K-9', { name: 'Emil Erased' });
    await app.call('PUT', '/user/pin', { token: await app.signIn('k-9'), body: { pin: '8530' } });
    const entry = await queue.write(pin('K-9'));
    app.clock.advance(4 * DAY);
    expect((await queue.send(entry)).body.outcome).toBe('unconfirmed');
    expect((await unconfirmed())[0].person).toMatchObject({ id: 'K-9' });
    expect((await app.admin('DELETE', '/admin/users/K-9?erase=true')).status).toBe(200);
    expect(await unconfirmed()).toEqual([]);
  });
});

describe('the tablet', () => {
  it('cannot be taken for another: its entries are of its own key', async () => {
    const door = await newDoor();
    const thief = await createDevice(app);
    const queue = await createTestQueue(app, door);
    const entry = await queue.write(pin('K-1'));
    thief.become(door.kioskId);
    const sent = await thief.send('POST', '/kiosk/queue', {
      body: { ...entry, sender: { page: 'page-1', page_ms: 0, drift_ms: 0 } },
    });
    expect(sent.body.error.code).toBe('kiosk_refused');
  });

  it('keeps nothing that it could read: neither number nor PIN is in what it wrote down', async () => {
    const queue = await createTestQueue(app, await newDoor());
    const entry = await queue.write(pin('K-1'));
    const text = JSON.stringify({
      ...entry,
      opened: atob(entry.sealed.replaceAll('-', '+').replaceAll('_', '/')),
    });
    expect(text).not.toContain('8530');
    expect(text).not.toContain('K-1');
  });
});
