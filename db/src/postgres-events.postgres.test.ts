import type { ChangeEvent } from '@rollcall/core/events/events.types';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { openPostgresEvents } from './postgres-events.ts';

const url = process.env.TEST_TEMPLATE_URL ?? '';
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function server() {
  const heard: ChangeEvent[] = [];
  const events = await openPostgresEvents(url, () => {});
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
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rollcall events'`,
  );
  await expect
    .poll(
      async () =>
        (await admin.query(`select 1 from pg_stat_activity where application_name = 'rollcall events'`))
          .rowCount,
      { timeout: 20_000 },
    )
    .toBe(1);
  await admin.end();
  events.publish({ topic: 'people', personId: null });
  await expect.poll(() => heard.map(({ topic }) => topic)).toEqual(['faces', 'people']);
});
