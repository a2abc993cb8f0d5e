import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testWorker } from '../testing/test-db.ts';
import { emptySeed } from '../testing/test-seed.ts';
import { createStatementNames } from './named-statements.ts';
import { type Embedded, openEmbedded } from './open-embedded.ts';

describe('statements that come again', () => {
  const nameOf = (given: readonly unknown[]) => (given[0] as { name?: string }).name;

  it('get a name with their third use, the same one for the same text', () => {
    const named = createStatementNames();
    const ask = (text: string) => nameOf(named([{ text }, [1]]));
    expect([ask('a'), ask('a'), ask('b'), ask('a'), ask('a')]).toEqual([
      undefined,
      undefined,
      undefined,
      'statement 1',
      'statement 1',
    ]);
    expect([ask('b'), ask('b')]).toEqual([undefined, 'statement 2']);
    expect(nameOf(named(['a', [1]]))).toBe('statement 1');
    expect(named([{ text: 'a', values: [1], rowMode: 'array' }])).toEqual([
      { text: 'a', values: [1], rowMode: 'array', name: 'statement 1' },
    ]);
  });

  it('stay as they are without values, with a name of their own, and when they are more than a call', () => {
    const named = createStatementNames();
    const callback = () => {};
    for (const given of [
      ['begin'],
      ['a; b', []],
      [{ text: 'a' }, []],
      [{ text: 'a', name: 'own' }, [1]],
      [{ text: 'a', submit: callback }, [1]],
      [callback],
    ])
      for (let use = 0; use < 5; use += 1) expect(named(given)).toEqual(given);
  });

  it('stay as they are when they have a list or rows of any length', () => {
    const named = createStatementNames();
    for (const text of [
      'select 1 from people where id in ($1, $2)',
      'insert into people (id, name) values ($1, $2), ($3, $4)',
    ])
      for (let use = 0; use < 5; use += 1) expect(nameOf(named([{ text }, [1]]))).toBeUndefined();
    const one = 'insert into people (id, name) values ($1, lower($2))';
    expect([1, 2, 3].map(() => nameOf(named([{ text: one }, [1]]))).at(-1)).toBe('statement 1');
  });

  it('are so many at most, and so many are counted', () => {
    const named = createStatementNames({ prepared: 2, counted: 3 });
    const use = (text: string) => [1, 2, 3].map(() => nameOf(named([{ text }, [1]]))).at(-1);
    expect([use('a'), use('b'), use('c'), use('a')]).toEqual([
      'statement 1',
      'statement 2',
      undefined,
      'statement 1',
    ]);
    const few = createStatementNames({ prepared: 9, counted: 2 });
    for (const text of ['a', 'b', 'c', 'c', 'c']) few([{ text }, [1]]);
    expect(nameOf(few([{ text: 'c' }, [1]]))).toBeUndefined();
    few([{ text: 'a' }, [1]]);
    expect(nameOf(few([{ text: 'a' }, [1]]))).toBe('statement 1');
  });
});

describe('the embedded database', () => {
  let embedded: Embedded;
  beforeAll(async () => {
    embedded = await openEmbedded({
      at: 'memory',
      seed: await emptySeed(),
      statementTimeoutMs: 0,
      ...testWorker(),
    });
    await embedded.pool.query('create table things (id int primary key, name text)');
    await embedded.pool.query(`insert into things select n, 'thing ' || n from generate_series(1, 100) n`);
  });
  afterAll(() => embedded.close());

  const find = (id: number) => embedded.pool.query('select id, name from things where id = $1', [id]);
  const prepared = async () =>
    (await embedded.pool.query('select statement from pg_prepared_statements')).rows.map(
      ({ statement }: { statement: string }) => statement,
    );

  it('prepares what comes again, and answers the same before and after', async () => {
    for (let id = 1; id <= 20; id += 1) expect((await find(id)).rows).toEqual([{ id, name: `thing ${id}` }]);
    expect(await prepared()).toContain('select id, name from things where id = $1');
  });

  it('answers rightly after the table changed, and for a new client after a failed one', async () => {
    await embedded.pool.query('alter table things add column colour text');
    await embedded.pool.query('create index things_name on things (name)');
    expect((await find(7)).rows).toEqual([{ id: 7, name: 'thing 7' }]);
    await expect(embedded.pool.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
    for (let use = 0; use < 4; use += 1)
      await expect(embedded.pool.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
    expect((await embedded.pool.query('select 4 / $1::int as n', [2])).rows).toEqual([{ n: 2 }]);
    const client = await embedded.pool.connect();
    await client.query('begin');
    client.release(); // inside a transaction: the connection is reset, and forgets what was prepared
    expect((await find(8)).rows).toEqual([{ id: 8, name: 'thing 8' }]);
    expect(await prepared()).toEqual(['select id, name from things where id = $1']);
  });

  it('fails a prepared statement whose table is gone, and runs it when it is back', async () => {
    await embedded.pool.query('create table others (id int)');
    const read = () => embedded.pool.query('select id from others where id = $1', [1]);
    for (let use = 0; use < 4; use += 1) expect((await read()).rows).toEqual([]);
    await embedded.pool.query('drop table others');
    await expect(read()).rejects.toThrow('does not exist');
    await embedded.pool.query('create table others (id int)');
    expect((await read()).rows).toEqual([]);
  });
});
