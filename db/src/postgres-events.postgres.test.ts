import type { ChangeEvent } from '@rollcall/core/events/events.types';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openPostgresEvents } from './postgres-events.ts';
import { openTestDb, type TestDb } from './testing/test-db.ts';

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
  const heard: ChangeEvent[] = [];
  const events = await openPostgresEvents(test.pool.options.connectionString ?? '', () => {});
  open.push(events);
  events.subscribe((event) => heard.push(event));
  return { events, heard };
}

it('what one server announces every server hears, itself included, once', async () => {
  const [one, other] = [await server(), await server()];
  one.events.publish({ topic: 'faces', personId: 7 });
  one.events.publish({ topic: 'notices', personId: null });
  const wanted = [
    { topic: 'faces', personId: 7 },
    { topic: 'notices', personId: null },
  ];
  await expect.poll(() => other.heard).toEqual(wanted);
  await expect.poll(() => one.heard).toEqual(wanted);
});

it('a broken connection is opened again, and the faces that may have changed meanwhile are read again', async () => {
  const { events, heard } = await server();
  await test.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'rollcall events' and datname = current_database()`,
  );
  const topics = () => heard.map(({ topic }) => topic);
  // It is back when it says that it may have missed something.
  await expect.poll(topics).toEqual(['faces']);
  events.publish({ topic: 'people', personId: null });
  await expect.poll(topics).toEqual(['faces', 'people']);
});
