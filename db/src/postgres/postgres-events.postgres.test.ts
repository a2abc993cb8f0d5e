import { type ChangeEvent, EVENT_TOPICS } from '@rollcall/core/events/events.types';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startSilentProxy } from '../testing/silent-proxy.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { openPostgresEvents } from './postgres-events.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function server() {
  const received: ChangeEvent[] = [];
  const errors: unknown[] = [];
  const events = await openPostgresEvents(
    test.pool.options.connectionString ?? '',
    (error) => errors.push(error),
    { retryMs: 300 },
  );
  open.push(events);
  events.subscribe((event) => received.push(event));
  return { events, received, errors };
}

it('delivers an event to every server once, including the sender', async () => {
  const [one, other] = [await server(), await server()];
  one.events.publish({ topic: 'faces', personId: 7 });
  one.events.publish({ topic: 'notices', personId: null });
  const wanted = [
    { topic: 'faces', personId: 7 },
    { topic: 'notices', personId: null },
  ];
  await expect.poll(() => other.received).toEqual(wanted);
  await expect.poll(() => one.received).toEqual(wanted);
});

it('tells the sender of a change before it has been to the database, and every server of it at all', async () => {
  const [one, other] = [await server(), await server()];
  const changes = { one: 0, other: 0 };
  one.events.onChange(() => {
    changes.one += 1;
  });
  other.events.onChange(() => {
    changes.other += 1;
  });
  one.events.publish({ topic: 'attendance', personId: 7 });
  expect(changes).toEqual({ one: 1, other: 0 });
  await expect.poll(() => changes.other).toBe(1);
  const wanted = [{ topic: 'attendance', personId: 7 }];
  await expect.poll(() => [one.received, other.received]).toEqual([wanted, wanted]);
});

it('reconnects after a lost connection, and publishes every topic once for what was missed', async () => {
  const { events, received } = await server();
  await test.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'rollcall events' and datname = current_database()`,
  );
  const topics = () => received.map(({ topic }) => topic);
  // They show that it has reconnected.
  await expect.poll(topics).toEqual([...EVENT_TOPICS]);
  events.publish({ topic: 'people', personId: null });
  await expect.poll(topics).toEqual([...EVENT_TOPICS, 'people']);
});

it('sends after the reconnect what it could not send, to every server and to everybody there', async () => {
  const [one, other] = [await server(), await server()];
  // The connection opened first belongs to the first server.
  await test.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'rollcall events' and datname = current_database()
     order by backend_start limit 1`,
  );
  // Published before and after the server has noticed: on a dead connection, and on none.
  one.events.publish({ topic: 'people', personId: 7 });
  await expect.poll(() => one.errors.length).toBeGreaterThan(0);
  one.events.publish({ topic: 'attendance', personId: 7 });
  const sent = ['attendance', 'people'].map((topic) => ({ topic, personId: 'everybody' }));
  await expect.poll(() => other.received).toEqual(expect.arrayContaining(sent));
  expect(other.received).toHaveLength(2);
  // Everything once at the server that was away, besides what its own pages heard at once.
  const again = () => one.received.filter(({ personId }) => personId === 'everybody');
  await expect
    .poll(() =>
      again()
        .map(({ topic }) => topic)
        .sort(),
    )
    .toEqual([...EVENT_TOPICS].sort());
});

it('sends what was published last before it closes', async () => {
  const [one, other] = [await server(), await server()];
  for (let personId = 1; personId <= 20; personId += 1) one.events.publish({ topic: 'people', personId });
  await one.events.close();
  await expect.poll(() => other.received).toHaveLength(20);
});

it('notices a connection that fell silent by its heartbeat, and receives events on a new one', async () => {
  const proxy = await startSilentProxy(test.pool.options.connectionString ?? '');
  open.push(proxy);
  const received: ChangeEvent[] = [];
  const errors: unknown[] = [];
  const deaf = await openPostgresEvents(proxy.url, (error) => errors.push(error), {
    heartbeatMs: 200,
    answerMs: 500,
    retryMs: 100,
  });
  open.unshift(deaf);
  deaf.subscribe((event) => received.push(event));
  proxy.silence();
  // It has reconnected when it asks for everything.
  await expect.poll(() => received.map(({ topic }) => topic)).toEqual([...EVENT_TOPICS]);
  expect(errors[0]).toMatchObject({ name: 'SilentConnectionError' });
  const { events } = await server();
  events.publish({ topic: 'notices', personId: null });
  await expect.poll(() => received.map(({ topic }) => topic)).toEqual([...EVENT_TOPICS, 'notices']);
});
