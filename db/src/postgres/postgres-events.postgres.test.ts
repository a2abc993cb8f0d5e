import type { ChangeEvent } from '@rollcall/core/events/events.types';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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
  const events = await openPostgresEvents(test.pool.options.connectionString ?? '', () => {});
  open.push(events);
  events.subscribe((event) => received.push(event));
  return { events, received };
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

it('reconnects after a lost connection, and publishes a faces event to reload the gallery', async () => {
  const { events, received } = await server();
  await test.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'rollcall events' and datname = current_database()`,
  );
  const topics = () => received.map(({ topic }) => topic);
  // This event shows that it has reconnected.
  await expect.poll(topics).toEqual(['faces']);
  events.publish({ topic: 'people', personId: null });
  await expect.poll(topics).toEqual(['faces', 'people']);
});
