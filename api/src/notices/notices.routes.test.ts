import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const post = (body: Record<string, unknown>) => app.admin('POST', '/admin/notices', body);
const noticesFor = async (reader: string) =>
  (await app.call('GET', '/user/notices', { token: reader })).body.notices;

describe('a notice', () => {
  it('of an administrator is shown to everybody, unchanged', async () => {
    const { token: student } = await app.person('N-1');
    const content = '<script>alert(1)</script> & "quotes"\n\nsecond line';
    const { body } = await post({
      title: '<b>Exam</b>',
      content,
      priority: 'high',
      tags: ['exam', ' Exam ', ''],
    });
    expect(body.message).toBe('Notice created successfully!');
    expect((await noticesFor(student))[0]).toEqual({
      id: body.id,
      title: '<b>Exam</b>',
      content,
      priority: 'high',
      created_date: '2026-03-02',
      created_at: '2026-03-02T04:15:00.000Z',
      created_by: 'Administrator',
      tags: ['exam'],
      views: 0,
      likes: 0,
      liked: false,
      bookmarked: false,
      viewed: false,
      audience: null,
    });
  });

  it('is dated in the time zone of the institution', async () => {
    app.clock.set('2026-03-02T18:30:00Z'); // 00:15 on the 3rd in Kathmandu
    await post({ title: 'Midnight', content: 'x' });
    app.clock.set('2026-03-02T04:15:00Z');
    expect((await noticesFor(await app.adminToken()))[0]).toMatchObject({
      title: 'Midnight',
      created_date: '2026-03-03',
    });
  });

  it('needs a title and content', async () => {
    const { status, body } = await post({ title: '  ' });
    expect([status, body.message]).toEqual([400, 'Please fill in all fields']);
  });

  it('has priority normal by default', async () => {
    const { body } = await post({ title: 'Plain', content: 'x' });
    const found = (await noticesFor(await app.adminToken())).find(({ id }: { id: number }) => id === body.id);
    expect(found.priority).toBe('normal');
  });

  it('counts each reader once and keeps the reactions of each reader', async () => {
    const first = (await app.person('N-2')).token;
    const second = (await app.person('N-3')).token;
    const { body } = await post({ title: 'Counted', content: 'x' });
    const react = (reader: string, reaction: Record<string, boolean>) =>
      app.call('PUT', `/user/notices/${body.id}/reaction`, { token: reader, body: reaction });
    await react(first, { viewed: true });
    await react(first, { viewed: true });
    await react(first, { liked: true });
    const { body: after } = await react(second, { bookmarked: true });
    expect(after.notice).toMatchObject({ views: 2, likes: 1, liked: false, bookmarked: true });
    await react(first, { liked: false });
    const mine = (await noticesFor(first)).find(({ id }: { id: number }) => id === body.id);
    expect(mine).toMatchObject({ views: 2, likes: 0, liked: false, bookmarked: false });
  });

  it('is gone for everybody once deleted; deleting again answers 404', async () => {
    const { body } = await post({ title: 'Short life', content: 'x' });
    const first = await app.admin('DELETE', `/admin/notices/${body.id}`);
    expect(first.body.message).toBe('Notice deleted successfully!');
    expect((await app.admin('DELETE', `/admin/notices/${body.id}`)).status).toBe(404);
    const ids = (await noticesFor(await app.adminToken())).map(({ id }: { id: number }) => id);
    expect(ids).not.toContain(body.id);
  });
});

it('the list of notices holds the newest two hundred', async () => {
  await app.pool.query(
    `insert into notices (title, content, priority, tags, created_at, author_name)
     select 'Old ' || n, 'x', 'normal', '{}', timestamptz '2020-01-01' + n * interval '1 minute', 'x'
     from generate_series(1, 201) n`,
  );
  await post({ title: 'New', content: 'x' });
  const titles = (await noticesFor(await app.adminToken())).map(({ title }: { title: string }) => title);
  expect([titles.length, titles.includes('New'), titles.includes('Old 1')]).toEqual([200, true, false]);
});

it('a cursor leads to the older notices', async () => {
  const token = await app.adminToken();
  const seen: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await app.call('GET', `/user/notices${cursor && `?cursor=${cursor}`}`, { token });
    seen.push(...body.notices.map(({ title }: { title: string }) => title));
    cursor = body.next_cursor;
  }
  const { rows } = await app.pool.query('select title from notices order by created_at desc, id desc');
  expect(seen.length).toBeGreaterThan(200);
  expect(rows.map(({ title }) => title).filter((title) => seen.includes(title))).toEqual(seen);
  expect(seen).toContain('Old 1');
  expect((await app.call('GET', '/user/notices?cursor=x', { token })).status).toBe(400);
});
