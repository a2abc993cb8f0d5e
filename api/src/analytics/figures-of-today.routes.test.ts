import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let student: string;

/** Times of Kathmandu on Tuesday 3 March 2026: 08:45, before closing at 10:00, after it. */
const TUESDAY = {
  early: '2026-03-03T03:00:00Z',
  morning: '2026-03-03T03:45:00Z',
  noon: '2026-03-03T06:15:00Z',
};

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T05:00:00Z');
  for (const id of ['F-1', 'F-2', 'F-3', 'F-4']) await app.person(id);
  const leave = { user_id: 'F-2', from: '2026-03-03', to: '2026-03-03', reason: 'Dentist' };
  await app.admin('POST', '/admin/leaves', leave);
  app.clock.set(TUESDAY.early);
  await checkIn(app, 'F-1');
  await checkIn(app, 'F-3');
  app.clock.set(TUESDAY.morning);
  student = await app.signIn('f-1');
});
afterAll(() => app.close());

const dashboard = async () => (await app.admin('GET', '/dashboard/stats')).body.stats;
const classToday = async () => (await app.call('GET', '/dashboard/stats', { token: student })).body.stats;
const absentees = async (query = '') => {
  const { body } = await app.admin('GET', `/admin/absentees${query}`);
  return body.absentees.map(({ user_id }: { user_id: string }) => user_id);
};

describe('absentees', () => {
  it('come in pages, with how many there are', async () => {
    await app.person('F-0', { name: 'Aaron' });
    const first = (await app.admin('GET', '/admin/absentees?limit=1')).body;
    expect([first.absentees[0].name, first.absentees.length, first.total]).toEqual(['Aaron', 1, 2]);
    const second = (await app.admin('GET', '/admin/absentees?limit=1&page=2')).body;
    expect([second.absentees[0].user_id, second.total]).toEqual(['F-4', 2]);
    await app.admin('DELETE', '/admin/users/F-0?erase=true');
  });
});

describe('people on leave', () => {
  it('are not missing before the day is closed', async () => {
    expect(await dashboard()).toMatchObject({ present_today: 2, absent_today: 1, attendance_rate: 66.7 });
    expect(await absentees()).toEqual(['F-4']);
    expect(await classToday()).toEqual({
      total_classmates: 4,
      present_today: 2,
      absent_today: 1,
      attendance_rate: 66.7,
    });
  });

  it('are not missing after the day is closed', async () => {
    app.clock.set(TUESDAY.noon);
    await app.services.closing.closeDueDays();
    expect(await dashboard()).toMatchObject({ present_today: 2, absent_today: 1, attendance_rate: 66.7 });
    expect(await absentees()).toEqual(['F-4']);
    expect(await classToday()).toMatchObject({ present_today: 2, absent_today: 1 });
  });
});

describe('somebody registered after the day was closed', () => {
  it('is not missing on that day', async () => {
    await app.person('F-5');
    expect(await absentees()).toEqual(['F-4']);
    expect(await dashboard()).toMatchObject({ total_users: 5, present_today: 2, absent_today: 1 });
    await app.admin('DELETE', '/admin/users/F-5?erase=true');
  });
});

describe('a deleted person', () => {
  it('is in no figure of today', async () => {
    await app.admin('DELETE', '/admin/users/F-3');
    expect(await dashboard()).toMatchObject({
      total_users: 3,
      present_today: 1,
      students_present: 1,
      absent_today: 1,
      attendance_rate: 50,
    });
    expect((await dashboard()).attendance_data.map(({ Roll }: { Roll: string }) => Roll)).toEqual(['F-1']);
    expect(await classToday()).toMatchObject({ total_classmates: 3, present_today: 1, absent_today: 1 });
  });

  it('leaves the list of the most regular at once, also where it is cached', async () => {
    const names = async () => {
      const { analytics, userActivity } = (await app.admin('GET', '/admin/analytics')).body;
      return [...analytics.top_attendees, ...userActivity].map(({ name }: { name: string }) => name);
    };
    app.clock.set('2026-03-03T07:00:00Z');
    await checkIn(app, 'F-4');
    // A second server on the same database has its own cache.
    const other = await openTestApp({ database: app, setUp: false });
    other.clock.set('2026-03-03T07:00:00Z');
    const otherNames = async () => {
      const { analytics } = (await other.admin('GET', '/admin/analytics')).body;
      return analytics.top_attendees.map(({ name }: { name: string }) => name);
    };
    expect(await names()).toContain('Person F-4');
    expect(await otherNames()).toContain('Person F-4');
    await app.admin('DELETE', '/admin/users/F-4?erase=true');
    expect(await names()).toEqual(['Person F-1', 'Person F-1']);
    expect(await otherNames()).toEqual(['Person F-1']);
  });
});

describe('a day that has not come', () => {
  it('has no absentees', async () => {
    expect(await absentees('?date=2026-03-05')).toEqual([]);
  });
});
