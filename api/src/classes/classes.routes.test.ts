import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const create = (body: Record<string, unknown>) =>
  app.admin('POST', '/admin/classes', { name: 'Algebra', startTime: '09:00', endTime: '10:30', ...body });

describe('a class', () => {
  it('takes missing fields from the class configuration', async () => {
    await app.admin('POST', '/admin/class-config', {
      program: 'diploma',
      semester: '2nd',
      section: 'Q',
      subject: 'Algebra',
    });
    const { body } = await create({});
    expect(body.class).toMatchObject({
      program: 'diploma',
      semester: '2nd',
      section: 'Q',
      subject: 'Algebra',
      students: 0,
    });
  });

  it('must be unique', async () => {
    const same = { program: 'diploma', semester: '3rd', section: 'Q', subject: 'Algebra' };
    expect((await create(same)).status).toBe(200);
    expect((await create(same)).body.error.code).toBe('class_taken');
  });

  it('must end after it starts', async () => {
    const { body } = await create({ section: 'Z', startTime: '10:00', endTime: '10:00' });
    expect(body.error.fields).toEqual({ endTime: 'The class must end after it starts.' });
  });

  it('has a status by the local time, including both ends', async () => {
    const { body } = await create({ section: 'T', startTime: '10:00', endTime: '11:00' });
    const statusAt = async (iso: string) => {
      app.clock.set(iso);
      const active = (await app.admin('GET', '/admin/active-classes')).body.classes;
      return active.find(({ id }: { id: number }) => id === body.class.id)?.status;
    };
    expect(await statusAt('2026-03-02T04:14:00Z')).toBe('upcoming'); // 09:59
    expect(await statusAt('2026-03-02T04:15:00Z')).toBe('active'); // 10:00
    expect(await statusAt('2026-03-02T05:15:00Z')).toBe('active'); // 11:00
    expect(await statusAt('2026-03-02T05:16:00Z')).toBe('completed'); // 11:01
    expect(await statusAt('2026-03-07T05:00:00Z')).toBeUndefined(); // a Saturday
    app.clock.set('2026-03-02T04:15:00Z');
  });

  it('has a roster of known people, replaced as a whole', async () => {
    await app.person('K-1', { name: 'Zed' });
    await app.person('K-2', { name: 'Amy' });
    const { body } = await create({ section: 'R' });
    const roster = (user_ids: string[]) =>
      app.admin('PUT', `/admin/classes/${body.class.id}/roster`, { user_ids });
    const unknown = await roster(['K-1', 'GHOST']);
    expect(unknown.body.error.fields.user_ids).toContain('GHOST');
    expect(
      (await roster(['K-1', 'K-2', 'K-1'])).body.roster.map(({ name }: { name: string }) => name),
    ).toEqual(['Amy', 'Zed']);
    expect((await roster(['K-2'])).body.roster).toHaveLength(1);
  });

  it('has one meeting a day, however often attendance is started', async () => {
    const { body } = await create({ section: 'S' });
    const start = () => app.admin('POST', '/attendance/start', { class_id: body.class.id });
    const [first, second] = await Promise.all([start(), start()]);
    expect(first?.body.session_id).toBe(second?.body.session_id);
    expect(first?.body.class.name).toBe('Algebra');
    app.clock.set('2026-03-03T04:15:00Z');
    expect((await start()).body.session_id).not.toBe(first?.body.session_id);
    app.clock.set('2026-03-02T04:15:00Z');
    expect((await app.admin('POST', '/attendance/start', { class_id: 99999 })).status).toBe(404);
  });

  it('answers its sheet without starting attendance', async () => {
    const { body } = await create({ section: 'G' });
    const sheet = await app.admin('GET', `/admin/classes/${body.class.id}/attendance`);
    expect(sheet.body).toMatchObject({ class: { name: 'Algebra' }, revision: 0, roster: [] });
    const meetings = await app.pool.query('select 1 from class_sessions where class_id = $1', [
      body.class.id,
    ]);
    expect(meetings.rows).toEqual([]);
    expect((await app.admin('GET', '/admin/classes/99999/attendance')).status).toBe(404);
  });

  it('can be deleted', async () => {
    const { body } = await create({ section: 'X' });
    expect((await app.admin('DELETE', `/admin/classes/${body.class.id}`)).status).toBe(200);
    expect((await app.admin('GET', `/admin/classes/${body.class.id}/roster`)).status).toBe(404);
  });
});
