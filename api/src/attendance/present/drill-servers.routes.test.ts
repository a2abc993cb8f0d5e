import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkIn } from '../../testing/attendance-fixtures.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { openTestServers, type TestServers } from '../../testing/test-servers.ts';

const PEOPLE = 20;

let servers: TestServers;
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  servers = await openTestServers(['one', 'two']);
  [one, two] = servers.servers as [TestApp, TestApp]; // two were asked for
  for (let number = 1; number <= PEOPLE; number += 1) {
    await one.person(`T-${number}`);
    await checkIn(one, `T-${number}`);
  }
});
afterAll(() => servers.close());

const codes = Array.from({ length: PEOPLE }, (_, at) => `T-${at + 1}`);

it('a drill is started once, ticked at two servers at once, and nothing is lost or doubled', async () => {
  const token = await one.adminToken();
  const call = (server: TestApp, method: string, path: string, body?: unknown) =>
    server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const started = await Promise.all([call(one, 'POST', '/drills'), call(two, 'POST', '/drills')]);
  expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const id: number = started.find(({ status }) => status === 200)?.body.drill_id;
  const tick = (server: TestApp, user_id: string, seen = true) =>
    call(server, 'POST', `/drills/${id}/ticks`, { user_id, seen });

  // Both tick everybody, from both ends of the list.
  const answers = await Promise.all(
    codes.flatMap((code, at) => [tick(one, code), tick(two, codes[PEOPLE - 1 - at] ?? '')]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const people = async (server: TestApp) => (await call(server, 'GET', '/drills/current')).body.drill.people;
  expect(await people(one)).toEqual(await people(two));
  expect(await people(two)).toHaveLength(PEOPLE);

  // A tick that comes with the end counts or is refused, but is not lost after a yes.
  await Promise.all(codes.map((code) => tick(two, code, false)));
  const [ended, ...ticks] = await Promise.all([
    call(one, 'POST', `/drills/${id}/end`),
    ...codes.map((code) => tick(two, code)),
  ]);
  expect(ended?.status).toBe(200);
  const taken = codes.filter((_, at) => ticks[at]?.status === 200);
  const { body } = await call(one, 'GET', `/drills/${id}`);
  const ticked = body.people.filter((each: { ticked_time: string | null }) => each.ticked_time !== null);
  expect(ticked.map(({ id: code }: { id: string }) => code).toSorted()).toEqual(taken.toSorted());
});
