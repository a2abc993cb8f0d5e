import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace, sceneImage } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { lookOf, pairKiosk, type TestDevice } from '../../testing/test-kiosk.ts';

let app: TestApp;
let door: TestDevice;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  for (const [code, face] of [
    ['K-1', 1],
    ['K-2', 2],
    ['K-3', 3],
    ['K-4', 4],
  ] as const) {
    const name = `${['', 'Aylin', 'Bo', 'Cem', 'Dora'][face]} Kaya`;
    const section = face < 3 ? 'CS-A' : 'CS-B';
    tokens.set(code, (await app.person(code, { name, class_section: section })).token);
    await enrolFace(app, code, face);
  }
  door = await pairKiosk(app);
});
afterAll(() => app.close());
// A new day: nobody was seen.
beforeEach(() => void app.clock.advance(24 * 60 * 60_000));

const choosePin = async (code: string, pin: string) => {
  // Signed in anew: a PIN is chosen by whoever showed who they are a moment ago.
  const token = await app.signIn(code.toLowerCase());
  return app.call('PUT', '/user/pin', { token, body: { pin } });
};
const presentToday = async (): Promise<string[]> => {
  const { date } = await app.services.settings.today();
  const { rows } = await app.pool.query(
    'select p.name from attendance_days d join people p on p.id = d.person_id where d.day = $1 and d.first_in is not null',
    [date],
  );
  return rows.map(({ name }) => name);
};

describe('a face at a kiosk', () => {
  it('checks the person in, by first name and initial, with the numbers of the decision for administrators', async () => {
    const { status, body } = await door.identify(lookOf({ person: 1 }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      outcome: 'marked',
      mark: { name: 'Aylin K.', time: '10:00', direction: 'in', is_repeat: false },
    });
    expect(JSON.stringify(body)).not.toContain('K-1');
    const again = await door.identify(lookOf({ person: 1 }));
    expect(again.body.mark).toMatchObject({ name: 'Aylin K.', is_repeat: true, status: null });
    const { body: listed } = await app.admin('GET', `/admin/kiosks/${door.kioskId}/answers`);
    expect(listed.answers.map(({ outcome }: { outcome: string }) => outcome).slice(0, 2)).toEqual([
      'repeated',
      'marked',
    ]);
    expect(listed.answers[1]).toMatchObject({
      person: { id: 'K-1', name: 'Aylin Kaya' },
      decision: { candidates: 4, measure: 'score' },
    });
    expect(listed.answers[1].decision.reached).toBeGreaterThan(listed.answers[1].decision.needed);
    const { rows } = await app.pool.query(
      `select c.means, c.evidence, c.direction, k.name from check_ins c join kiosks k on k.id = c.kiosk_id`,
    );
    expect(rows).toEqual([{ means: 'face', evidence: 'kiosk', direction: 'in', name: 'Main door' }]);
  });

  it('of a stranger, of a picture, too small or of two people marks nobody', async () => {
    const outcomes = [];
    for (const images of [
      lookOf({ person: 9 }),
      lookOf({ person: 1, yaw: 0 }),
      lookOf({ person: 1, liveness: 0.3 }),
      lookOf({ person: 1, eyeDistance: 8 }),
      [1, 2, 3].map((nonce) =>
        sceneImage([
          { person: 1, nonce },
          { person: 2, nonce },
        ]),
      ),
    ])
      outcomes.push((await door.identify(images)).body);
    expect(outcomes.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      'unknown',
      'not_live',
      'not_live',
      'too_small',
      'several_faces',
    ]);
    expect(await presentToday()).toEqual([]);
  });

  it('needs three to five pictures', async () => {
    for (const count of [0, 2, 6])
      expect((await door.identify(lookOf({ person: 1 }, count))).status).toBe(400);
    expect((await door.identify(lookOf({ person: 1 }, 5))).body.outcome).toBe('marked');
  });

  it('counts for nobody who withdrew the consent, whose PIN still does', async () => {
    await choosePin('K-4', '8530');
    await app.admin('POST', '/admin/users/K-4/consent', { given_by: 'Dora Kaya' });
    expect((await app.call('DELETE', '/user/consent', { token: await app.signIn('k-4') })).status).toBe(200);
    await app.services.gallerySync.load();
    expect((await door.identify(lookOf({ person: 4 }))).body.outcome).toBe('unknown');
    const pin = await door.send('POST', '/kiosk/pin', { body: { user_id: 'K-4', pin: '8530' } });
    expect(pin.body).toMatchObject({ outcome: 'marked', mark: { name: 'Dora K.' } });
  });
});

describe('a face whose key is gone', () => {
  it('marks nobody, although this server still has it in its gallery', async () => {
    await app.pool.query(
      `delete from face_keys where person_id = (select id from people where code = 'K-3')`,
    );
    expect((await door.identify(lookOf({ person: 3 }))).body.outcome).toBe('unknown');
    expect(await presentToday()).toEqual([]);
    await enrolFace(app, 'K-3', 3);
  });
});

describe('“Not me”', () => {
  it('undoes the mark and is counted as a wrong name, once and in time', async () => {
    const { body } = await door.identify(lookOf({ person: 2 }));
    expect(await presentToday()).toEqual(['Bo Kaya']);
    const undo = () => door.send('POST', '/kiosk/not-me', { body: { answer_id: body.mark.answer_id } });
    expect((await undo()).status).toBe(200);
    expect(await presentToday()).toEqual([]);
    expect((await undo()).body.error.code).toBe('kiosk_answer_ended');
    const { body: list } = await app.admin('GET', '/admin/kiosks');
    expect(list.kiosks[0]).toMatchObject({ wrong_names: 1 });
    const late = await door.identify(lookOf({ person: 2 }));
    app.clock.advance(21_000);
    const { status } = await door.send('POST', '/kiosk/not-me', {
      body: { answer_id: late.body.mark.answer_id },
    });
    expect(status).toBe(410);
    expect(await presentToday()).toEqual(['Bo Kaya']);
  });

  it('after a second look leaves the first one’s mark', async () => {
    await door.identify(lookOf({ person: 2 }));
    const { body } = await door.identify(lookOf({ person: 2 }));
    expect(
      (await door.send('POST', '/kiosk/not-me', { body: { answer_id: body.mark.answer_id } })).status,
    ).toBe(200);
    expect(await presentToday()).toEqual(['Bo Kaya']);
  });

  it('is not for another kiosk', async () => {
    const gate = await pairKiosk(app, { name: 'Gate of not me' });
    const { body } = await door.identify(lookOf({ person: 2 }));
    const answer = await gate.send('POST', '/kiosk/not-me', { body: { answer_id: body.mark.answer_id } });
    expect(answer.status).toBe(410);
  });
});

describe('a PIN', () => {
  it('is chosen by the person, and not an easy one', async () => {
    expect((await choosePin('K-1', '1234')).body.error.code).toBe('weak_pin');
    expect((await choosePin('K-1', '12a4')).status).toBe(400);
    expect((await choosePin('K-1', '4711')).status).toBe(200);
    const token = await app.signIn('k-1');
    expect((await app.call('GET', '/user/pin', { token })).body.changed_at).toBe(
      app.clock.now().toISOString(),
    );
    const { rows } = await app.pool.query(`select encode(sealed, 'escape') as sealed from pins`);
    expect(rows[0].sealed).not.toContain('4711');
    app.clock.advance(6 * 60_000);
    const late = await app.call('PUT', '/user/pin', { token, body: { pin: '4712' } });
    expect(late.body.error.code).toBe('confirmation_needed');
  });

  it('with the number of the person marks as a face does, also without face data', async () => {
    await choosePin('K-1', '4711');
    const pin = (user_id: string, digits: string) =>
      door.send('POST', '/kiosk/pin', { body: { user_id, pin: digits } });
    const { body } = await pin('K-1', '4711');
    expect(body).toMatchObject({ outcome: 'marked', mark: { name: 'Aylin K.', direction: 'in' } });
    for (const [code, digits] of [
      ['K-1', '4712'],
      ['K-2', '4711'],
      ['nobody', '4711'],
    ] as const)
      expect((await pin(code, digits)).body.outcome).toBe('wrong_pin');
  });

  it('that was guessed too often has to wait, at this kiosk and for this person', async () => {
    await choosePin('K-3', '8530');
    const pin = (digits: string) =>
      door.send('POST', '/kiosk/pin', { body: { user_id: 'K-3', pin: digits } });
    for (let i = 0; i < 5; i++) expect((await pin('0001')).body.outcome).toBe('wrong_pin');
    expect((await pin('8530')).body.error.code).toBe('too_many_attempts');
    // Wrong PINs keep nobody from signing in.
    expect(await app.signIn('k-3')).not.toBe('undefined');
    app.clock.advance(16 * 60_000);
    expect((await pin('8530')).body.outcome).toBe('marked');
  });

  it('is asked of look-alikes, and tells them apart', async () => {
    await choosePin('K-1', '4711');
    await choosePin('K-2', '9204');
    const look = lookOf({ person: 1, or: 2 });
    const { body } = await door.identify(look);
    expect(body).toMatchObject({ outcome: 'pin_asked', mark: null, asked: { digits: 'pin' } });
    const { try_id } = body.asked;
    const digits = (typed: string) => door.send('POST', '/kiosk/digits', { body: { try_id, digits: typed } });
    expect((await digits('0815')).body.outcome).toBe('wrong_pin');
    expect((await digits('9204')).body).toMatchObject({ outcome: 'marked', mark: { name: 'Bo K.' } });
    expect((await digits('9204')).body.error.code).toBe('kiosk_try_ended');
    expect(await presentToday()).toEqual(['Bo Kaya']);
  });

  it('of somebody else, too late or at another kiosk, names nobody', async () => {
    await choosePin('K-3', '8530');
    const asked = (await door.identify(lookOf({ person: 1, or: 2 }))).body.asked;
    const typed = { body: { try_id: asked.try_id, digits: '8530' } };
    expect((await door.send('POST', '/kiosk/digits', typed)).body.outcome).toBe('wrong_pin');
    const gate = await pairKiosk(app, { name: 'Gate of digits' });
    expect((await gate.send('POST', '/kiosk/digits', typed)).body.error.code).toBe('kiosk_try_ended');
    app.clock.advance(46_000);
    expect((await door.send('POST', '/kiosk/digits', typed)).body.error.code).toBe('kiosk_try_ended');
  });

  it('that nobody has chosen sends look-alikes to another way', async () => {
    await app.pool.query('delete from pins');
    expect((await door.identify(lookOf({ person: 1, or: 2 }))).body.outcome).toBe('other_way');
  });

  it('goes with the person', async () => {
    await app.person('K-9', { name: 'Gone Soon' });
    await choosePin('K-9', '4711');
    expect((await app.admin('DELETE', '/admin/users/K-9')).status).toBe(200);
    const { rows } = await app.pool.query(
      `select p.* from pins p join people q on q.id = p.person_id where q.deleted_at is not null`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the scope of a kiosk', () => {
  it('of a section recognizes nobody else, by face or PIN', async () => {
    const lab = await pairKiosk(app, { name: 'Lab', scope: { of: 'sections', sections: ['CS-B'] } });
    await choosePin('K-1', '4711');
    expect((await lab.identify(lookOf({ person: 3 }))).body.mark.name).toBe('Cem K.');
    expect((await lab.identify(lookOf({ person: 1 }))).body.outcome).toBe('unknown');
    const pin = await lab.send('POST', '/kiosk/pin', { body: { user_id: 'K-1', pin: '4711' } });
    expect(pin.body.outcome).toBe('wrong_pin');
  });

  it('of a class is its roster, while it meets', async () => {
    const slot = { startTime: '11:00', endTime: '12:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
    const made = await app.admin('POST', '/admin/classes', { name: 'Art', section: 'X', ...slot });
    await app.admin('PUT', `/admin/classes/${made.body.class.id}/roster`, { user_ids: ['K-3'] });
    const room = await pairKiosk(app, { name: 'Room', scope: { of: 'class', class_id: made.body.class.id } });
    expect((await room.identify(lookOf({ person: 3 }))).body.outcome).toBe('no_class_now');
    app.clock.advance(50 * 60_000);
    expect((await room.identify(lookOf({ person: 3 }))).body.mark.name).toBe('Cem K.');
    expect((await room.identify(lookOf({ person: 1 }))).body.outcome).toBe('unknown');
    await app.admin('DELETE', `/admin/classes/${made.body.class.id}`);
    expect((await room.identify(lookOf({ person: 3 }))).body.outcome).toBe('no_class_now');
  });

  it('offers no other way than its own', async () => {
    const faces = await pairKiosk(app, { name: 'Faces only', means: ['face'] });
    const pin = await faces.send('POST', '/kiosk/pin', { body: { user_id: 'K-1', pin: '4711' } });
    expect(pin.body.error.code).toBe('kiosk_means_off');
    const pins = await pairKiosk(app, { name: 'PINs only', means: ['pin'] });
    expect((await pins.identify(lookOf({ person: 1 }))).body.error.code).toBe('kiosk_means_off');
  });
});

describe('a kiosk for both ways', () => {
  it('lets people in, out and in again by itself', async () => {
    const both = await pairKiosk(app, { name: 'Both ways', direction: 'both' });
    const ways: string[] = [];
    for (const minutes of [0, 3, 60, 60]) {
      app.clock.advance(minutes * 60_000);
      const { mark } = (await both.identify(lookOf({ person: 3 }))).body;
      ways.push(`${mark.direction}${mark.is_repeat ? ' again' : ''}`);
    }
    expect(ways).toEqual(['in', 'in again', 'out', 'in']);
  });

  it('beside one for the way out counts who leaves right after coming', async () => {
    const out = await pairKiosk(app, { name: 'Way out', direction: 'out' });
    expect((await door.identify(lookOf({ person: 3 }))).body.mark.direction).toBe('in');
    app.clock.advance(60_000);
    expect((await out.identify(lookOf({ person: 3 }))).body.mark).toMatchObject({
      direction: 'out',
      is_repeat: false,
    });
  });
});
