import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const publicSettings = async () => (await app.call('GET', '/settings/public')).body;

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('the institution', () => {
  it('can be renamed and given a colour, and visitors see it', async () => {
    const saved = await app.admin('PUT', '/admin/institution', { name: ' Hill School ', colour: '#1D4ED8' });
    expect(saved.status).toBe(200);
    expect(await publicSettings()).toMatchObject({
      institution_name: 'Hill School',
      institution: { name: 'Hill School', colour: '#1d4ed8', logo: null, support_email: null },
    });
    await app.admin('PUT', '/admin/institution', { colour: null });
    expect((await publicSettings()).institution).toEqual({
      name: 'Hill School',
      kind: 'university',
      colour: null,
      logo: null,
      support_email: null,
    });
  });

  it('has an address for help that visitors see, until it is taken away', async () => {
    const save = (support_email: string) => app.admin('PUT', '/admin/institution', { support_email });
    expect((await save('no address')).body.error.fields).toHaveProperty('support_email');
    expect((await save(' help@hill.example ')).status).toBe(200);
    expect((await publicSettings()).institution.support_email).toBe('help@hill.example');
    await save('');
    expect((await publicSettings()).institution.support_email).toBeNull();
  });

  it.each([[{ name: '  ' }], [{ colour: 'red' }], [{ colour: '#12345' }], [{ kind: 'zoo' }]])(
    'refuses %j',
    async (change) => {
      expect((await app.admin('PUT', '/admin/institution', change)).status).toBe(400);
    },
  );

  it('shows its logo to everybody, by a path that changes with it, until it is removed', async () => {
    expect((await app.call('GET', '/institution/logo')).status).toBe(404);
    await app.admin('PUT', '/admin/institution/logo', { image: `data:image/png;base64,${PNG}` });
    const { logo } = (await publicSettings()).institution;
    expect(logo).toMatch(/^\/institution\/logo\?v=[0-9a-f]{16}$/);
    const answer = await app.app.request(`/api${logo}`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(PNG);
    expect((await app.admin('DELETE', '/admin/institution/logo')).status).toBe(200);
    expect((await publicSettings()).institution.logo).toBeNull();
    expect((await app.admin('DELETE', '/admin/institution/logo')).status).toBe(404);
  });

  it.each([
    ['a picture that can hold a program', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['no picture', 'aGVsbG8='],
    ['no base64', '%%%'],
    ['a large one', Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(262_144)]).toString('base64')],
  ])('refuses %s as a logo', async (_, image) => {
    const { status, body } = await app.admin('PUT', '/admin/institution/logo', { image });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['image']]);
  });
});

describe('the time zone', () => {
  const change = (time_zone: string, from_day: string) =>
    app.admin('PUT', '/admin/institution/time-zone', { time_zone, from_day });
  /** With a new session: sessions end when the clock moves far. */
  const recorded = async () =>
    (await app.call('GET', '/user/my-attendance', { token: await app.signIn('z-1') })).body.attendance.map(
      (record: { date: string; time: string; status: string }) => [record.date, record.time, record.status],
    );

  it('holds from a day on: days before keep their zone, their times and their verdicts', async () => {
    await app.person('Z-1');
    app.clock.set('2026-03-02T03:20:00Z'); // 09:05 in Kathmandu, on time
    await checkIn(app, 'Z-1');
    const before = await recorded();

    const today = await change('Europe/London', '2026-03-02');
    expect([today.status, today.body.error.fields.from_day]).toEqual([
      400,
      'There is attendance already. The first possible day is 2026-03-03.',
    ]);
    expect((await change('Mars/Phobos', '2026-03-03')).status).toBe(400);
    expect((await change('Europe/London', '2026-03-03')).status).toBe(200);
    // Still the old zone today.
    expect((await publicSettings()).time_zone).toBe('Asia/Kathmandu');

    app.clock.set('2026-03-03T09:05:00Z'); // 09:05 in London
    expect((await publicSettings()).time_zone).toBe('Europe/London');
    await checkIn(app, 'Z-1');
    const after = await recorded();
    expect(after).toHaveLength(2);
    expect(after).toContainEqual(before[0]);
    expect(after.map(([, , status]: string[]) => status)).toEqual([before[0][2], before[0][2]]);
    // Days that are derived again are told in the zone that they had.
    await app.admin('POST', '/admin/holidays', { date: '2026-03-02', name: 'Moved' });
    await app.admin('DELETE', '/admin/holidays/2026-03-02');
    expect(await recorded()).toEqual(after);

    const { body } = await app.admin('GET', '/admin/institution');
    expect(body).toMatchObject({
      time_zone: 'Europe/London',
      zones: [
        { from_day: null, time_zone: 'Asia/Kathmandu' },
        { from_day: '2026-03-03', time_zone: 'Europe/London' },
      ],
      first_day_for_zone: '2026-03-04',
    });
  });

  it('planned for a day to come is replaced by the next plan, and undone by the zone that holds', async () => {
    await change('Asia/Tokyo', '2026-03-10');
    await change('America/New_York', '2026-03-09');
    const zones = async () =>
      (await app.admin('GET', '/admin/institution')).body.zones.map(
        ({ time_zone, from_day }: { time_zone: string; from_day: string | null }) =>
          `${from_day} ${time_zone}`,
      );
    expect(await zones()).toEqual([
      'null Asia/Kathmandu',
      '2026-03-03 Europe/London',
      '2026-03-09 America/New_York',
    ]);
    await change('Europe/London', '2026-03-08');
    expect(await zones()).toEqual(['null Asia/Kathmandu', '2026-03-03 Europe/London']);
  });

  it('is not changed from a day that begins, in the new zone, before somebody was last seen', async () => {
    // 09:05 in London on the 3rd is 23:05 of that day in Kiritimati; at 12:00 the 4th has begun there.
    await app.person('Z-2');
    app.clock.set('2026-03-03T12:00:00Z');
    await checkIn(app, 'Z-2');
    const refused = await change('Pacific/Kiritimati', '2026-03-04');
    expect(refused.body.error.fields.from_day).toContain('2026-03-05');
  });
});
