import { importPhoneKey, phoneCode } from '@rollcall/core/attendance/kiosk/cards/phone-codes.rules';
import { fromBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCards } from '../../../testing/read-cards.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pairKiosk, type TestDevice } from '../../../testing/test-kiosk.ts';
import { createTestQueue } from '../../../testing/test-kiosk-queue.ts';

let app: TestApp;
let door: TestDevice;
let gate: TestDevice;
const means = ['face', 'pin', 'card', 'phone'];
beforeAll(async () => {
  app = await openTestApp({ limits: 'none' });
  for (const [code, name, section] of [
    ['K-1', 'Aylin Kaya', 'CS-A'],
    ['K-2', 'Bo Kaya', 'CS-A'],
    ['K-3', 'Cem محمد', 'CS-B'],
    ['K-4', 'Dora Kaya', 'CS-B'],
  ] as const)
    await app.person(code, { name, class_section: section });
  door = await pairKiosk(app, { means });
  gate = await pairKiosk(app, { name: 'Gate', means, scope: { of: 'sections', sections: ['CS-A'] } });
});
afterAll(() => app.close());
// A new day: nobody was seen, and wrong cards are forgotten.
beforeEach(() => void app.clock.advance(24 * 60 * 60_000));

const show = async (scanned: string, kiosk = door) =>
  (await kiosk.send('POST', '/kiosk/card', { body: { scanned } })).body;
const outcomeOf = async (scanned: string, kiosk = door): Promise<string> =>
  (await show(scanned, kiosk)).outcome;

/** A sheet of cards, printed by an administrator who showed who they are a moment ago. */
const print = async (user_ids: readonly string[], lang = 'en') => {
  const token = await app.adminToken();
  const response = await app.app.request('/api/admin/cards/sheet', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ lang, user_ids }),
  });
  const pdf = new Uint8Array(await response.arrayBuffer());
  return { response, pdf, codes: response.status === 200 ? readCards(pdf) : [] };
};
const printOne = async (code: string): Promise<string> => (await print([code])).codes[0] ?? '';

const assign = async (code: string, number: string) =>
  app.call('POST', `/admin/users/${code}/cards`, { token: await app.adminToken(), body: { number } });
const cardsOf = async (code: string) => (await app.admin('GET', `/admin/users/${code}/cards`)).body.cards;
const revoke = async (code: string, ending: string) => {
  const card = (await cardsOf(code)).find((each: { ending: string }) => each.ending === ending);
  return app.admin('DELETE', `/admin/users/${code}/cards/${card.id}`);
};

/** A phone of somebody, as its page works. */
const addPhone = async (code: string, replaces: string | null = null) => {
  const token = await app.signIn(code.toLowerCase());
  const { body, status } = await app.call('POST', '/user/phones', { token, body: { replaces } });
  if (status !== 200) return { status, body, id: '', token, codeAt: async () => '' };
  const key = await importPhoneKey(fromBase64Url(body.key));
  const id: string = body.phone_id;
  const codeAt = (offMs = 0) => phoneCode(key, id, new Date(app.clock.now().getTime() + offMs));
  return { status, body, id, token, codeAt };
};

describe('a printed card', () => {
  it('is on the sheet, and checks its person in', async () => {
    const { response, codes } = await print(['K-1', 'K-3', 'K-2', 'K-1']);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(codes).toHaveLength(3);
    expect(new Set(codes).size).toBe(3);
    // By section.
    const names = [];
    for (const code of codes) names.push((await show(code)).mark?.name);
    expect(names).toEqual(['Aylin K.', 'Bo K.', 'Cem م.']);
    const { rows } = await app.pool.query('select distinct means, evidence from check_ins');
    expect(rows).toEqual([{ means: 'card', evidence: 'kiosk' }]);
  });

  it('is stored as a hash, and is in no answer and no entry of the audit', async () => {
    const code = await printOne('K-1');
    const secret = code.slice(4);
    const { rows } = await app.pool.query(
      `select string_agg(c::text, ' ') || (select string_agg(a::text, ' ') from audit a) as everything from cards c`,
    );
    expect(rows[0].everything).not.toContain(secret);
    expect(rows[0].everything).toContain(secret.slice(-4));
    expect(JSON.stringify(await cardsOf('K-1'))).not.toContain(secret);
  });

  it('has pages of ten, in every language', async () => {
    for (let at = 0; at < 11; at += 1) await app.person(`P-${at}`, { class_section: 'CS-C' });
    for (const lang of ['en', 'de', 'ar']) {
      const { pdf, codes } = await print(
        Array.from({ length: 11 }, (_, at) => `P-${at}`),
        lang,
      );
      expect(codes).toHaveLength(11);
      expect(
        Buffer.from(pdf)
          .toString('latin1')
          .match(/\/Type \/Page\b/g),
      ).toHaveLength(2);
    }
  });

  it('ends the one before, and nothing changes where the sheet names nobody', async () => {
    const before = await printOne('K-2');
    expect((await print(['K-2', 'NOBODY'])).response.status).toBe(404);
    expect(await outcomeOf(before)).toBe('marked');
    const after = await printOne('K-2');
    expect(await outcomeOf(before)).toBe('wrong_card');
    expect(await outcomeOf(after)).toBe('marked');
    const { entries } = (await app.admin('GET', '/admin/audit?action=card_issued&about=K-2')).body;
    expect(entries.length).toBeGreaterThan(1);
  });

  it('is printed only by whoever showed who they are a moment ago', async () => {
    const token = await app.adminToken();
    app.clock.advance(6 * 60_000);
    const body = { user_ids: ['K-1'] };
    const refused = await app.call('POST', '/admin/cards/sheet', { token, body });
    expect(refused.body.error.code).toBe('confirmation_needed');
  });

  it('that is revoked counts no more, at once', async () => {
    const code = await printOne('K-1');
    expect(await outcomeOf(code)).toBe('marked');
    expect((await revoke('K-1', code.slice(-4))).status).toBe(200);
    expect(await outcomeOf(code)).toBe('wrong_card');
    const [card] = await cardsOf('K-1');
    expect((await app.admin('DELETE', `/admin/users/K-1/cards/${card.id}`)).body.error.code).toBe(
      'card_not_found',
    );
    const { entries } = (await app.admin('GET', '/admin/audit?action=card_revoked&about=K-1')).body;
    expect(entries[0].detail).toMatchObject({ kind: 'printed', ending: code.slice(-4) });
  });

  it('of somebody whom the kiosk does not recognize is refused like an unknown one', async () => {
    const code = await printOne('K-3');
    expect(await outcomeOf(code, gate)).toBe('wrong_card');
    expect(await outcomeOf(code)).toBe('marked');
  });

  it('counts without face data and after the consent was withdrawn, and “Not me” undoes it', async () => {
    const code = await printOne('K-4');
    await app.admin('POST', '/admin/users/K-4/consent', { given_by: 'Dora Kaya' });
    expect((await app.call('DELETE', '/user/consent', { token: await app.signIn('k-4') })).status).toBe(200);
    const { outcome, mark } = await show(code);
    expect(outcome).toBe('marked');
    const undone = await door.send('POST', '/kiosk/not-me', { body: { answer_id: mark.answer_id } });
    expect(undone.status).toBe(200);
    const { date } = await app.services.settings.today();
    const { rows } = await app.pool.query(
      `select 1 from attendance_days d join people p on p.id = d.person_id
       where p.code = 'K-4' and d.day = $1 and d.first_in is not null`,
      [date],
    );
    expect(rows).toEqual([]);
  });

  it('of somebody who was deleted or erased is gone', async () => {
    for (const [code, erase] of [
      ['E-1', false],
      ['E-2', true],
    ] as const) {
      await app.person(code);
      const card = await printOne(code);
      const { codeAt } = await addPhone(code);
      await assign(code, `04AA00${code.slice(-1)}1`);
      const token = await app.adminToken();
      const path = `/admin/users/${code}${erase ? '?erase=true' : ''}`;
      expect((await app.call('DELETE', path, { token })).status).toBe(200);
      expect(await outcomeOf(card)).toBe('wrong_card');
      expect(await outcomeOf(await codeAt())).toBe('wrong_code');
      expect(await outcomeOf(`04AA00${code.slice(-1)}1`)).toBe('wrong_card');
    }
    const { rows } = await app.pool.query(
      `select 1 from cards c join people p on p.id = c.person_id where p.deleted_at is not null
       union all select 1 from phones f join people p on p.id = f.person_id where p.deleted_at is not null`,
    );
    expect(rows).toEqual([]);
  });

  it('does not count at a kiosk that does not offer cards', async () => {
    const plain = await pairKiosk(app, { name: 'Faces and phones', means: ['face', 'phone'] });
    const { status, body } = await plain.send('POST', '/kiosk/card', {
      body: { scanned: await printOne('K-1') },
    });
    expect([status, body.error.code]).toEqual([403, 'kiosk_means_off']);
  });
});

describe('the number of a card', () => {
  it('is the same however a reader or a person writes it', async () => {
    expect((await assign('K-1', '04:a2:3f:9b')).status).toBe(200);
    for (const written of ['04A23F9B', ' 04-a2-3f-9b ', '04 A2 3F 9B'])
      expect(await outcomeOf(written)).toBe('marked');
    const { rows } = await app.pool.query(`select string_agg(c::text, ' ') as everything from cards c`);
    expect(rows[0].everything).not.toContain('04A23F9B');
    expect((await cardsOf('K-1'))[0]).toMatchObject({ kind: 'number', ending: '3F9B' });
  });

  it('in use belongs to one person, and after that to another', async () => {
    await assign('K-1', '1122334455');
    expect((await assign('K-2', '11-22-33-44-55')).body.error.code).toBe('card_taken');
    expect((await show('1122334455')).mark.name).toBe('Aylin K.');
    await revoke('K-1', '4455');
    expect(await outcomeOf('1122334455')).toBe('wrong_card');
    expect((await assign('K-2', '1122334455')).status).toBe(200);
    expect((await show('1122334455')).mark.name).toBe('Bo K.');
  });

  it('is refused where it is none', async () => {
    for (const number of ['', 'hello', '12', 'RC1:ABC', '0'.repeat(40)])
      expect((await assign('K-1', number)).status).toBe(400);
  });

  it('is guessed 200 times at a kiosk in a quarter of an hour; printed cards, phones and other kiosks go on meanwhile', async () => {
    await assign('K-1', '99887766');
    await assign('K-2', '99887700');
    await revoke('K-2', '7700');
    const printed = await printOne('K-3');
    const { codeAt } = await addPhone('K-4');
    for (let at = 0; at < 200; at += 1) {
      expect(await outcomeOf(`5500${at}0`)).toBe('wrong_card');
      // A card of ours counts as no guess, not even a revoked one.
      if (at % 50 === 0) expect(await outcomeOf('99887700')).toBe('wrong_card');
    }
    const { status, body } = await door.send('POST', '/kiosk/card', { body: { scanned: '55009999' } });
    expect([status, body.error.code]).toEqual([429, 'too_many_attempts']);
    expect(await outcomeOf(printed)).toBe('marked');
    expect(await outcomeOf(await codeAt())).toBe('marked');
    expect(await outcomeOf('99887766', gate)).toBe('marked');
    app.clock.advance(16 * 60_000);
    expect((await show('99887766')).mark.name).toBe('Aylin K.');
  });

  it('that is right counts after thirty wrong numbers and made-up codes; the office finds an entry in the audit', async () => {
    await assign('K-1', '99880011');
    for (let at = 0; at < 15; at += 1) {
      expect(await outcomeOf(`5511${at}0`)).toBe('wrong_card');
      expect(await outcomeOf(`RC1:${'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.slice(at)}${'A'.repeat(at)}`)).toBe(
        'wrong_card',
      );
    }
    expect(await outcomeOf('99880011')).toBe('marked');
    const { entries } = (await app.admin('GET', '/admin/audit?action=kiosk_many_wrong')).body;
    expect(entries[0]).toMatchObject({ subject: 'Main door', detail: { count: 30 } });
  });
});

describe('the code of a phone', () => {
  it('checks its person in once, whichever kiosk it is shown to', async () => {
    const { codeAt } = await addPhone('K-1');
    const code = await codeAt();
    expect(code).toHaveLength(46);
    const outcomes = await Promise.all([outcomeOf(code), outcomeOf(code, gate)]);
    expect(outcomes.sort()).toEqual(['marked', 'wrong_code']);
    expect(await outcomeOf(code)).toBe('wrong_code');
    app.clock.advance(30_000);
    expect((await show(await codeAt())).mark).toMatchObject({ name: 'Aylin K.', is_repeat: true });
  });

  it('counts while the phone’s clock is half a minute off, and not when it is more', async () => {
    const { codeAt } = await addPhone('K-2');
    expect(await outcomeOf(await codeAt(-60_000))).toBe('wrong_code');
    expect(await outcomeOf(await codeAt(60_000))).toBe('wrong_code');
    expect(await outcomeOf(await codeAt(-30_000))).toBe('marked');
    expect(await outcomeOf(await codeAt(30_000))).toBe('marked');
    // The steps before are used up one by one, not by the latest.
    expect(await outcomeOf(await codeAt())).toBe('marked');
  });

  it('is compared with the moment when it was shown, where the kiosk had no network', async () => {
    const { codeAt } = await addPhone('K-2');
    const card = await printOne('K-1');
    const queue = await createTestQueue(app, door);
    const scanned = await codeAt();
    const entries = [
      await queue.write({ means: 'card', scanned }),
      await queue.write({ means: 'card', scanned: card }),
    ];
    app.clock.advance(10 * 60_000);
    // The same code again, from a picture of it: too old now, and used then.
    entries.push(await queue.write({ means: 'card', scanned }));
    app.clock.advance(2 * 60 * 60_000);
    const outcomes = [];
    for (const entry of entries) outcomes.push((await queue.send(entry)).body.outcome);
    expect(outcomes).toEqual(['marked', 'marked', 'unconfirmed']);
    const { rows } = await app.pool.query(
      `select p.code, c.means from check_ins c join people p on p.id = c.person_id where c.seen_at = $1 order by 1`,
      [new Date(app.clock.now().getTime() - (2 * 60 + 10) * 60_000)],
    );
    expect(rows).toEqual([
      { code: 'K-1', means: 'card' },
      { code: 'K-2', means: 'phone' },
    ]);
  });

  it('cannot be changed into another one', async () => {
    const { codeAt, id } = await addPhone('K-1');
    const other = await addPhone('K-2');
    const [, step, mac] = (await codeAt()).split('.');
    expect(await outcomeOf(`RP1:${other.id}.${step}.${mac}`)).toBe('wrong_code');
    expect(await outcomeOf(`RP1:${id}.${Number(step) + 1}.${mac}`)).toBe('wrong_code');
    expect(await outcomeOf(`RP1:${id}.${step}.${mac}`)).toBe('marked');
  });

  it('of a phone that was removed, by its person or by the office, counts no more', async () => {
    const first = await addPhone('K-1');
    await app.call('DELETE', `/user/phones/${first.id}`, { token: first.token });
    expect(await outcomeOf(await first.codeAt())).toBe('wrong_code');
    const second = await addPhone('K-1');
    expect((await app.admin('DELETE', `/admin/users/K-1/phones/${second.id}`)).status).toBe(200);
    expect(await outcomeOf(await second.codeAt())).toBe('wrong_code');
    expect((await app.admin('DELETE', `/admin/users/K-1/phones/${second.id}`)).body.error.code).toBe(
      'phone_not_found',
    );
  });

  it('comes from at most five phones, also when ten are added at once', async () => {
    const { token } = await app.person('K-10');
    const add = () => app.call('POST', '/user/phones', { token, body: { replaces: null } });
    const statuses = (await Promise.all(Array.from({ length: 10 }, add))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  });

  it('comes from at most five phones; a phone that is added again takes its own place', async () => {
    await app.person('K-5');
    const phones = [];
    for (let at = 0; at < 5; at += 1) phones.push(await addPhone('K-5'));
    expect((await addPhone('K-5')).body.error.code).toBe('too_many_phones');
    const last = phones.at(-1);
    const again = await addPhone('K-5', last?.id);
    expect(again.status).toBe(200);
    expect(await outcomeOf((await last?.codeAt()) ?? '')).toBe('wrong_code');
    expect(await outcomeOf(await again.codeAt())).toBe('marked');
    // Nobody takes the place of somebody else's phone.
    expect((await addPhone('K-1', again.id)).status).toBe(200);
    app.clock.advance(60_000);
    expect(await outcomeOf(await again.codeAt())).toBe('marked');
  });

  it('has a key that is sealed, and answered once', async () => {
    const { body, token } = await addPhone('K-4');
    const { rows } = await app.pool.query(`select string_agg(f::text, ' ') as everything from phones f`);
    expect(rows[0].everything).not.toContain(Buffer.from(body.key, 'base64url').toString('hex'));
    const listed = await app.call('GET', '/user/phones', { token });
    expect(listed.text).not.toContain(body.key);
    expect(listed.body.server_time).toBe(app.clock.now().getTime());
  });

  it('is not for an account that is nobody of the institution', async () => {
    const token = await app.adminToken();
    expect((await app.call('POST', '/user/phones', { token, body: { replaces: null } })).status).toBe(403);
  });
});

it('the share of each way is in the list of kiosks', async () => {
  const side = await pairKiosk(app, { name: 'Side', means });
  await show(await printOne('K-1'), side);
  await show(await printOne('K-2'), side);
  await show(await (await addPhone('K-3')).codeAt(), side);
  await show('00000000', side);
  const { kiosks } = (await app.admin('GET', '/admin/kiosks')).body;
  const listed = kiosks.find(({ name }: { name: string }) => name === 'Side');
  expect(listed).toMatchObject({ marks: 3, refused: 1, by_means: { card: 2, phone: 1 } });
});
