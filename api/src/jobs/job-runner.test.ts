import type { JobContext, JobKind } from '@rollcall/core/jobs/jobs.types';
import { AppError } from '@rollcall/core/kernel/errors';
import { createRepositories } from '@rollcall/db/repositories';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

let test: TestServers;
let a: TestApp;
let b: TestApp;
let c: TestApp;
let database: TestDb;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('delete from jobs');
  test = await openTestServers(['A', 'B', 'C'], { database, setUp: false });
  [a, b, c] = test.servers as [TestApp, TestApp, TestApp];
});
afterEach(() => test.close());

/** Defines a kind on every server; `run` is told on which. */
function define(
  kind: Omit<JobKind, 'name' | 'run'>,
  run: (server: string, context: JobContext, input: unknown) => Promise<unknown>,
) {
  for (const { services } of test.servers)
    services.jobs.define({
      name: kind.kind,
      ...kind,
      run: (input, context) => run(services.jobs.serverId, context, input),
    });
}
const tickAll = () => Promise.all(test.servers.map(({ services }) => services.jobs.tick()));
const runAll = () => Promise.all(test.servers.map(({ services }) => services.jobs.runDue()));
const rowOf = async (kind: string) =>
  (await test.pool.query('select * from jobs where kind = $1', [kind])).rows[0];

/** A run that ends only when told to, or when its server stops. */
function hanging() {
  let release = () => {};
  const released = new Promise<void>((go) => {
    release = go;
  });
  const run = ({ signal }: JobContext) =>
    Promise.race([
      released,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
  return { run, release };
}

describe('jobs of several servers', () => {
  it('run once each, however many servers look for work at once', async () => {
    const runs: string[] = [];
    define({ kind: 'one-off' }, async (_server, _context, input) => runs.push(String(input)));
    const keys = Array.from({ length: 12 }, (_, index) => `key ${index}`);
    const ids = await Promise.all(keys.map((key) => a.services.jobs.add('one-off', key, key)));
    await Promise.all(
      test.servers.flatMap(({ services }) =>
        ids.map((id) => {
          services.jobs.wake();
          return services.jobs.outcome(id);
        }),
      ),
    );
    expect(runs.sort()).toEqual([...keys].sort());
    expect((await test.pool.query(`select distinct state from jobs where kind = 'one-off'`)).rows).toEqual([
      { state: 'done' },
    ]);
  });

  it('that are periodic run once a turn', async () => {
    let runs = 0;
    define({ kind: 'hourly', everyMs: 3_600_000 }, async () => {
      runs += 1;
    });
    await runAll();
    await runAll();
    expect(runs).toBe(1);
    await test.passMinutes(61);
    await runAll();
    expect(runs).toBe(2);
  });

  it('are not postponed for years by a server that ran them under a wrong clock', async () => {
    let runs = 0;
    define({ kind: 'hourly', everyMs: 3_600_000 }, async () => {
      runs += 1;
    });
    await runAll();
    await test.passMinutes(-10 * 365 * 24 * 60);
    await runAll();
    expect(runs).toBe(2);
  });

  it('of a lane follow one another on each server', async () => {
    let running = 0;
    let most = 0;
    const slow = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((go) => setImmediate(go));
      running -= 1;
    };
    define({ kind: 'first', lane: 'lane' }, slow);
    define({ kind: 'second', lane: 'lane' }, slow);
    for (const key of ['1', '2', '3']) {
      await a.services.jobs.add('first', key, null);
      await a.services.jobs.add('second', key, null);
    }
    await a.services.jobs.runDue();
    const left = (await a.services.jobs.status()).filter(({ waiting, everyMs }) => waiting > 0 && !everyMs);
    expect(left).toEqual([]);
    expect(most).toBe(1);
  });
});

describe('a job that fails', () => {
  it('is tried again a minute later, then later each time, and shows its failures in a row', async () => {
    const runs: string[] = [];
    let isBroken = true;
    define({ kind: 'retried', isRetried: true }, async (server) => {
      runs.push(server);
      if (isBroken) throw new AppError('storage_full');
    });
    await a.services.jobs.add('retried', 'x', null);
    await a.services.jobs.runDue();
    await b.services.jobs.runDue(); // not yet
    expect(runs).toEqual(['A']);
    await test.passMinutes(1);
    await b.services.jobs.runDue();
    await test.passMinutes(1);
    await c.services.jobs.runDue(); // two minutes after the second failure, not one
    expect(runs).toEqual(['A', 'B']);
    const status = async () => (await c.services.jobs.status()).find(({ kind }) => kind === 'retried');
    expect(await status()).toMatchObject({
      failuresInARow: 2,
      problem: 'There is not enough space on the disk.',
      lastSuccessAt: null,
    });
    isBroken = false;
    await test.passMinutes(1);
    await c.services.jobs.runDue();
    expect(runs).toEqual(['A', 'B', 'C']);
    expect(await status()).toMatchObject({ failuresInARow: 0, problem: null, secondsSinceSuccess: 0 });
    expect(a.failures.length + b.failures.length).toBe(2); // logged
  });

  it('keeps what it was asked for and where it was until it ends for good', async () => {
    define({ kind: 'retried', isRetried: true }, async (_server, { saveCursor }) => {
      await saveCursor('S-1');
      throw new Error('no');
    });
    await a.services.jobs.add('retried', 'x', 'S-2');
    await a.services.jobs.runDue();
    expect(await rowOf('retried')).toMatchObject({ state: 'waiting', input: 'S-2', cursor: 'S-1' });
    await createRepositories(database.db).jobs.supersede('retried', 'y');
    expect(await rowOf('retried')).toMatchObject({ state: 'failed', input: null, cursor: null });
  });

  it('tells whoever waits for it, on another server too', async () => {
    define({ kind: 'asked' }, async () => {
      throw new AppError('storage_full');
    });
    const id = await a.services.jobs.add('asked', 'x', null);
    const waiting = expect(a.services.jobs.outcome(id)).rejects.toMatchObject({ code: 'storage_full' });
    await b.services.jobs.runDue();
    await waiting;
  });
});

describe('a job whose server dies', () => {
  it('is taken over when the lease has ended, and the late result of the first server is ignored', async () => {
    const first = hanging();
    const runs: string[] = [];
    define({ kind: 'long' }, async (server, context) => {
      runs.push(`${server} ${context.attempt} ${JSON.stringify(context.cursor)}`);
      if (server !== 'A') return 'by B';
      await context.saveCursor({ page: 7 });
      await first.run(context);
      return 'late';
    });
    await a.services.jobs.add('long', 'x', null);
    await a.services.jobs.tick();
    await expect.poll(async () => (await rowOf('long')).cursor).toEqual({ page: 7 });
    await b.services.jobs.runDue(); // the lease still holds
    expect(runs).toEqual(['A 1 null']);
    await test.passMinutes(2);
    await b.services.jobs.runDue();
    expect(runs).toEqual(['A 1 null', 'B 2 {"page":7}']);
    first.release();
    await a.services.jobs.runDue();
    expect(await rowOf('long')).toMatchObject({ state: 'done', result: 'by B' });
  });

  it('is not taken over for ever when it ends every server that runs it', async () => {
    const never = hanging();
    define({ kind: 'poison' }, async (_server, context) => {
      await context.saveCursor('S-1');
      await never.run(context);
    });
    await a.services.jobs.add('poison', 'x', 'S-2');
    for (const server of [a, b, c]) {
      await server.services.jobs.tick();
      await expect.poll(async () => (await rowOf('poison')).cursor).toBe('S-1');
      await test.passMinutes(2);
    }
    await tickAll();
    expect(await rowOf('poison')).toMatchObject({
      state: 'failed',
      problem: 'This was interrupted.',
      input: null,
      cursor: null,
    });
  });

  it('is not taken from a server that lives when the clock of the database is set back', async () => {
    const first = hanging();
    const runs: string[] = [];
    define({ kind: 'long' }, async (server, context) => {
      runs.push(server);
      if (server === 'A') await first.run(context);
    });
    await a.services.jobs.add('long', 'x', null);
    await a.services.jobs.tick();
    await test.passMinutes(-240);
    await b.services.jobs.runDue();
    expect(runs).toEqual(['A']);
    await test.passMinutes(2); // A did not renew its lease since
    await b.services.jobs.runDue();
    expect(runs).toEqual(['A', 'B']);
  });

  it('fails when nobody else could do it', async () => {
    const never = hanging();
    define({ kind: 'secret' }, async () => {
      throw new Error('not here');
    });
    const asked = a.services.jobs.attend('secret', 'x', never.run);
    asked.catch(() => {}); // ends with the server
    await expect.poll(async () => (await rowOf('secret'))?.state).toBe('running');
    await test.passMinutes(2);
    await b.services.jobs.runDue();
    expect(await rowOf('secret')).toMatchObject({ state: 'failed', problem: 'This was interrupted.' });
  });
});

describe('a server that stops', () => {
  it('hands back what it runs, and another server continues at once', async () => {
    const first = hanging();
    const runs: string[] = [];
    define({ kind: 'long' }, async (server, context) => {
      runs.push(`${server} ${context.attempt}`);
      if (server === 'A') await first.run(context);
    });
    await a.services.jobs.add('long', 'x', null);
    await a.services.jobs.tick();
    await a.services.jobs.stop(0);
    await b.services.jobs.runDue();
    expect(runs).toEqual(['A 1', 'B 1']);
    expect(await rowOf('long')).toMatchObject({ state: 'done', failures: 0 });
    expect(a.failures).toEqual([]);
  });

  it('waits for what ends in time, and takes no more', async () => {
    const first = hanging();
    define({ kind: 'long' }, (_server, context) => first.run(context));
    const id = await a.services.jobs.add('long', 'x', null);
    await a.services.jobs.tick();
    const stopped = a.services.jobs.stop(60_000);
    await a.services.jobs.add('long', 'later', null);
    first.release();
    await stopped;
    expect(await a.services.jobs.find('long', 'later')).toMatchObject({ state: 'waiting' });
    await a.services.jobs.outcome(id);
    await expect(a.services.jobs.attend('long', 'no', async () => null)).rejects.toMatchObject({
      code: 'busy',
    });
  });
});

it('keeps the result of attended work out of the database: it may hold new passwords', async () => {
  define({ kind: 'secret' }, async () => null);
  expect(await a.services.jobs.attend('secret', 'x', async () => ({ password: 'hunter2' }))).toEqual({
    password: 'hunter2',
  });
  expect(JSON.stringify(await rowOf('secret'))).not.toContain('hunter2');
});
