import { watchStatements } from '@rollcall/db/testing/watch-statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../../testing/attendance-fixtures.ts';
import { FOREIGN_TEXT, openSchool, type School } from '../../testing/school.ts';
import { createScriptedEngine, enrolFace } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { KIOSK_SETTINGS, lookOf, pairKiosk, type TestDevice } from '../../testing/test-kiosk.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly class_section: string | null;
  readonly time: string;
  readonly by: string;
  readonly place: string | null;
}

let app: TestApp;
let way: Record<'in' | 'out', TestDevice>;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  await app.person('K-1', { name: 'Aylin Kaya' });
  await app.person('K-2', { name: 'Bo Kaya' });
  await app.person('K-3', { name: 'Cem Kaya', type: 'staff', class_section: null });
  await app.person('K-4', { name: 'Dora Kaya', class_section: 'CS-B' });
  for (const [code, face] of [
    ['K-1', 1],
    ['K-2', 2],
    ['K-3', 3],
    ['K-4', 4],
  ] as const)
    await enrolFace(app, code, face);
  way = {
    in: await pairKiosk(app, { name: 'Way in', place: 'Hall' }),
    out: await pairKiosk(app, { name: 'Way out', place: '', direction: 'out' }),
  };
});
afterAll(() => app.close());

const present = async () => (await app.admin('GET', '/present')).body;
const idsOf = (people: readonly Listed[]) => people.map(({ id }) => id);
const go = async (direction: 'in' | 'out', person: number) => {
  const { body } = await way[direction].identify(lookOf({ person }));
  expect(body.mark).toMatchObject({ direction, is_repeat: false });
  app.clock.advance(10 * 60_000);
};

describe('who is present', () => {
  it('is who came in, without those who went, with where and when they were last seen', async () => {
    expect(await present()).toMatchObject({ present: [], left: [], not_seen: 4 });
    await go('in', 1);
    await go('in', 3);
    await checkIn(app, 'K-4');
    const list = await present();
    expect(list).toMatchObject({ date: '03_02_26', left: [], not_seen: 1 });
    expect(list.present).toEqual([
      expect.objectContaining({
        id: 'K-1',
        by: 'kiosk',
        place: 'Hall',
        time: '10:00',
        class_section: 'CS-A',
      }),
      expect.objectContaining({ id: 'K-4', by: 'own', place: null, time: '10:20', class_section: 'CS-B' }),
      // Without a section, and of another kind.
      expect.objectContaining({ id: 'K-3', by: 'kiosk', place: 'Hall', class_section: null, type: 'staff' }),
    ]);
    await go('out', 1);
    const then = await present();
    expect(idsOf(then.present)).toEqual(['K-4', 'K-3']);
    expect(then.left).toMatchObject([{ id: 'K-1', place: 'Way out' }]);
    await go('in', 1);
    expect(idsOf((await present()).present)).toEqual(['K-1', 'K-4', 'K-3']);
  });

  it('is read once for all who ask at the same moment, and anew after a change', async () => {
    const sent = watchStatements(app.pool);
    const reads = () => sent.take().filter(({ text }) => text.startsWith('with seen as')).length;
    app.clock.advance(5000);
    const lists = await Promise.all([present(), present(), present()]);
    expect(lists.map((list) => idsOf(list.present))).toEqual(Array(3).fill(['K-1', 'K-4', 'K-3']));
    expect(reads()).toBe(1);
    await go('out', 3);
    expect(idsOf((await present()).present)).toEqual(['K-1', 'K-4']);
    expect(reads()).toBe(1);
    await go('in', 3);
  });

  it('is who came back within minutes of going out', async () => {
    const pass = async (direction: 'in' | 'out') => {
      await way[direction].identify(lookOf({ person: 1 }));
      app.clock.advance(60_000);
    };
    await pass('out');
    expect(idsOf((await present()).left)).toEqual(['K-1']);
    await pass('in');
    expect(idsOf((await present()).present)).toContain('K-1');
    await pass('out');
    expect(idsOf((await present()).left)).toEqual(['K-1']);
    await pass('in');
    expect(idsOf((await present()).present)).toContain('K-1');
    app.clock.advance(10 * 60_000);
  });

  it('is whom a mark by hand says, until it is taken back', async () => {
    const marked = await app.admin('POST', '/today/marks', { user_id: 'K-2', mark: 'here' });
    expect((await present()).present.find(({ id }: Listed) => id === 'K-2')).toMatchObject({ by: 'hand' });
    await app.admin('DELETE', `/today/marks/${marked.body.id}`);
    expect(idsOf((await present()).present)).not.toContain('K-2');
    // Goes to the doctor: excused from now on.
    const excused = await app.admin('POST', '/today/marks', {
      user_id: 'K-4',
      mark: 'excused',
      reason: 'Ill',
    });
    expect(idsOf((await present()).left)).toEqual(['K-4']);
    await app.admin('DELETE', `/today/marks/${excused.body.id}`);
  });

  it('is whom the sheet of a class says, after an out too', async () => {
    await go('out', 1);
    expect(idsOf((await present()).left)).toEqual(['K-1']);
    const { zone, now } = await app.services.settings.today();
    const slot = { startTime: zone.timeOf(new Date(now.getTime() - 600_000)), endTime: '23:00' };
    const added = await app.admin('POST', '/admin/classes', {
      name: 'Physics',
      section: 'CS-A',
      subject: 'Physics',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      ...slot,
    });
    const { id } = added.body.class;
    await app.admin('PUT', `/admin/classes/${id}/roster`, { user_ids: ['K-1'] });
    await app.pool.query(
      `insert into class_marks (class_id, class_name, subject, person_id, day, status, means, rule_start, rule_grace,
         rule_cutoff, rule_auto_absent, marked_at)
       select $1, 'Physics', 'Physics', id, '2026-03-02', 'present', 'own', '09:00', 15, '10:00', 60, $2 from people
       where code = 'K-1'`,
      [id, now],
    );
    expect((await present()).present.find((each: Listed) => each.id === 'K-1')).toMatchObject({
      by: 'class',
      place: 'Physics',
    });
    await app.pool.query('delete from class_marks');
  });

  it('is nobody who was deleted, and nobody of yesterday who forgot to go out', async () => {
    await app.person('K-9', { name: 'Gone Soon' });
    await checkIn(app, 'K-9');
    expect(idsOf((await present()).present)).toContain('K-9');
    await app.admin('DELETE', '/admin/users/K-9');
    expect(idsOf((await present()).present)).not.toContain('K-9');
    expect((await present()).present).not.toEqual([]);
    app.clock.advance(24 * 60 * 60_000);
    expect(await present()).toMatchObject({ present: [], left: [], not_seen: 4 });
  });

  it('is who came in the evening, through the night, in drills too, and not who went then', async () => {
    const to = (time: string) => {
      while (!app.clock.now().toISOString().includes(`T${time}`)) app.clock.advance(60_000);
    };
    // 21:55 in Kathmandu.
    to('16:10');
    await go('in', 1);
    await go('in', 2);
    await go('out', 2);
    // 03:00 on the next day.
    to('21:15');
    expect(await present()).toMatchObject({ present: [{ id: 'K-1', time: '21:55' }], left: [] });
    const { drill_id } = (await app.admin('POST', '/drills')).body;
    expect(idsOf((await app.admin('GET', `/drills/${drill_id}`)).body.people)).toEqual(['K-1']);
    await app.admin('POST', `/drills/${drill_id}/end`);
    await go('out', 1);
    expect(await present()).toMatchObject({ present: [], left: [{ id: 'K-1' }] });
    app.clock.advance(24 * 60 * 60_000);
  });
});

describe('reach', () => {
  let school: TestApp;
  let tokens: School['tokens'];
  beforeAll(async () => {
    school = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
    ({ tokens } = await openSchool(school));
  });
  afterAll(() => school.close());

  it('of teachers and offices ends at their classes and sections; members have no list', async () => {
    for (const code of ['A-2', 'Z-1']) await checkIn(school, code);
    for (const role of ['teacher', 'office'] as const) {
      const { body, text } = await school.call('GET', '/present', { token: tokens[role] });
      expect(idsOf(body.present)).toContain('A-2');
      expect(text).not.toMatch(FOREIGN_TEXT);
    }
    const { body } = await school.call('GET', '/present', { token: tokens.administrator });
    expect(idsOf(body.present)).toContain('Z-1');
    expect((await school.call('GET', '/present', { token: tokens.member })).status).toBe(403);
  });
});

describe('the list on a kiosk', () => {
  const save = (pin: string) => app.admin('PUT', '/admin/kiosk-exit-pin', { pin });

  it('is refused while the setting is off, and the setting needs an exit PIN', async () => {
    expect((await way.in.send('GET', '/kiosk/present')).body.error.code).toBe('kiosk_list_off');
    const added = await app.admin('POST', '/admin/kiosks', {
      ...KIOSK_SETTINGS,
      name: 'Too early',
      keeps_present: true,
    });
    expect([added.status, added.body.error.code]).toEqual([409, 'exit_pin_missing']);
    expect((await way.in.send('GET', '/kiosk')).body).toMatchObject({ exit: null, keeps_present: false });
  });

  it('has everybody who is in, whomever the kiosk recognizes, and ends with the exit PIN', async () => {
    expect((await save('4071')).status).toBe(200);
    const small = await pairKiosk(app, {
      name: 'Lab',
      scope: { of: 'sections', sections: ['CS-B'] },
      keeps_present: true,
    });
    await go('in', 1);
    const { status, body } = await small.send('GET', '/kiosk/present');
    expect(status).toBe(200);
    expect(body.present).toMatchObject([{ id: 'K-1', name: 'Aylin Kaya', place: 'Hall' }]);
    expect((await way.in.send('GET', '/kiosk/present')).status).toBe(403);
    expect((await small.send('GET', '/kiosk')).body.keeps_present).toBe(true);
    expect((await app.admin('DELETE', '/admin/kiosk-exit-pin')).status).toBe(200);
    expect((await small.send('GET', '/kiosk/present')).body.error.code).toBe('kiosk_list_off');
    expect((await small.send('GET', '/kiosk')).body).toMatchObject({ exit: null, keeps_present: false });
    await app.admin('POST', `/admin/kiosks/${small.kioskId}/revoke`);
    expect((await small.send('GET', '/kiosk/present')).body.error.code).toBe('kiosk_unknown');
  });
});

describe('the exit PIN', () => {
  const save = (pin: string) => app.admin('PUT', '/admin/kiosk-exit-pin', { pin });

  it('refuses what is easy to guess or no PIN', async () => {
    for (const pin of ['1234', '0000', '4747']) expect((await save(pin)).body.error.code).toBe('weak_pin');
    for (const pin of ['123', '123456789', '12a4', ''])
      expect((await save(pin)).body.error.fields).toHaveProperty('pin');
    expect((await app.admin('GET', '/admin/kiosk-exit-pin')).body).toEqual({ changed_at: null });
    expect((await app.admin('DELETE', '/admin/kiosk-exit-pin')).status).toBe(404);
  });

  it('is sent to kiosks as a salted slow hash, new with each change, and stands in no answer or entry', async () => {
    await save('90817');
    const first = (await way.in.send('GET', '/kiosk')).body.exit;
    await save('90817');
    const second = (await way.in.send('GET', '/kiosk')).body.exit;
    expect(first.rounds).toBeGreaterThanOrEqual(600_000);
    expect([first.salt === second.salt, first.hash === second.hash]).toEqual([false, false]);
    const { entries } = (await app.admin('GET', '/admin/audit?action=exit_pin_changed')).body;
    expect(entries.length).toBeGreaterThan(1);
    expect(JSON.stringify([entries, first])).not.toContain('90817');
  });
});
