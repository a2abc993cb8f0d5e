import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T03:20:00Z'); // Monday 09:05 in Kathmandu
  for (const id of ['A-1', 'A-2', 'A-3', 'A-4']) await app.person(id);
  app.clock.set('2026-03-03T03:20:00Z');
});
afterAll(() => app.close());

const markByHand = (user_id: string) => app.admin('POST', '/today/marks', { user_id, mark: 'here' });
const present = async (): Promise<number> =>
  (await app.admin('GET', '/dashboard/stats')).body.stats.present_today;
const here = async (): Promise<number> => (await app.admin('GET', '/today')).body.figures.here;

it('whoever asks after a mark sees it, however many asked a moment before', async () => {
  expect(await Promise.all([present(), present(), here(), here()])).toEqual([0, 0, 0, 0]);
  for (const [count, id] of ['A-1', 'A-2', 'A-3'].entries()) {
    // Asked while the mark is made: each of these sees it or not.
    const meanwhile = Array.from({ length: 8 }, () => present());
    expect((await markByHand(id)).status).toBe(200);
    expect([await present(), await here()]).toEqual([count + 1, count + 1]);
    for (const seen of await Promise.all(meanwhile)) expect([count, count + 1]).toContain(seen);
  }
});

it('figures that many ask for at once are read once', async () => {
  const client = await app.pool.connect();
  client.release();
  const sent = vi.spyOn(Object.getPrototypeOf(client), 'query');
  const statements = async (askers: number) => {
    app.clock.set(new Date(app.clock.now().getTime() + 5000).toISOString());
    sent.mockClear();
    await Promise.all(Array.from({ length: askers }, () => present()));
    return sent.mock.calls.length;
  };
  const [alone, together] = [await statements(1), await statements(20)];
  sent.mockRestore();
  // Each of them shows who asks; the figures are read by one.
  const ofFigures = alone - (together - alone) / 19;
  expect(ofFigures).toBeGreaterThan(1);
});
