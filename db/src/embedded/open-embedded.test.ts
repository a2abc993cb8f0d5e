import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testWorker } from '../testing/test-db.ts';
import { emptySeed } from '../testing/test-seed.ts';
import { openPglite } from './engine/open-pglite.ts';
import { createSeed, type Embedded, openEmbedded } from './open-embedded.ts';

describe('the embedded database behind the pg driver', () => {
  let embedded: Embedded;
  const log: string[] = [];
  const scalar = async (sql: string) => Object.values((await embedded.pool.query(sql)).rows[0])[0];

  beforeAll(async () => {
    embedded = await openEmbedded({
      at: 'memory',
      seed: await emptySeed(),
      statementTimeoutMs: 0,
      log: (line) => log.push(line),
      ...testWorker(),
    });
    await embedded.pool.query('create table t (a int primary key)');
  });
  afterAll(() => embedded.close());

  it("stays usable after an SQL error, which carries PostgreSQL's code and constraint", async () => {
    await embedded.pool.query('insert into t values (1)');
    await expect(embedded.pool.query('insert into t values ($1)', [1])).rejects.toMatchObject({
      code: '23505',
      constraint: 't_pkey',
    });
    expect(await scalar('select count(*) from t where a = 1')).toBe('1');
  });

  it('stays usable after a syntax error, simple and extended protocol', async () => {
    await expect(embedded.pool.query('selec 1')).rejects.toMatchObject({ code: '42601' });
    await expect(embedded.pool.query('select $1::nothing', [1])).rejects.toMatchObject({ code: '42704' });
    expect(await scalar('select 7')).toBe(7);
  });

  it('answers concurrent queries, each with its own rows', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => embedded.pool.query('select $1::int as n', [n])),
    );
    expect(answers.map((answer) => answer.rows[0].n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('transfers values and answers larger than any buffer', async () => {
    const large = Buffer.alloc(12_000_000, 'rollcall');
    const { rows } = await embedded.pool.query('select $1::bytea as b, md5($1::bytea) as md5', [large]);
    expect(large.equals(rows[0].b)).toBe(true);
    const many = await embedded.pool.query(
      'select n, repeat($1, 100) as text from generate_series(1, 50000) n',
      ['x'],
    );
    expect(many.rows).toHaveLength(50_000);
    expect(many.rows[49_999].n).toBe(50_000);
  });

  it('reuses a named prepared statement', async () => {
    for (const n of [1, 2, 3]) {
      const { rows } = await embedded.pool.query({
        name: 'twice',
        text: 'select 2 * $1::int as n',
        values: [n],
      });
      expect(rows[0].n).toBe(2 * n);
    }
  });

  it('rolls back an open transaction when its client is released', async () => {
    const client = await embedded.pool.connect();
    await client.query('begin');
    await client.query('insert into t values (50)');
    client.release();
    expect(await scalar('select count(*) from t where a = 50')).toBe('0');
    expect(log.at(-1)).toContain('released inside a transaction');
  });

  it('rolls back an open transaction when its client is destroyed, also after an error in it', async () => {
    const client = await embedded.pool.connect();
    await client.query('begin');
    await client.query('insert into t values (60)');
    await client.query('select 1/$1::int', [0]).catch(() => {});
    client.release(true);
    expect(await scalar('select count(*) from t where a = 60')).toBe('0');
  });

  it('resets the connection for the next client: settings, temporary tables, prepared statements', async () => {
    const client = await embedded.pool.connect();
    await client.query("set time zone 'Asia/Tokyo'");
    await client.query('create temporary table leftover (a int)');
    await client.query('prepare mine as select 1');
    client.release(true);
    expect(await scalar('show time zone')).toBe('UTC');
    expect(await scalar("select to_regclass('leftover')")).toBeNull();
    expect(await scalar('select count(*) from pg_prepared_statements')).toBe('0');
  });

  it('survives a client that disconnects during its query', async () => {
    const client = await embedded.pool.connect();
    const lost = client.query('select count(*) from generate_series(1, 300000)');
    client.release(true);
    await expect(lost).rejects.toThrow();
    expect(await scalar('select 8')).toBe(8);
  });

  it('becomes a seed, from which a database starts without crash recovery', async () => {
    const seed = await createSeed((pool) => pool.query('create table s as select 99 as a').then(() => {}));
    const postgresLog: string[] = [];
    const copy = await openPglite({ dataDir: undefined, seed }, (line) => postgresLog.push(line));
    expect((await copy.query('select a from s')).rows).toEqual([{ a: 99 }]);
    await copy.close();
    expect(postgresLog.join()).not.toMatch(/interrupted|not properly shut down/);
  });

  it('rejects queries after close', async () => {
    const short = await openEmbedded({ at: 'memory', seed: await emptySeed(), statementTimeoutMs: 0 });
    await short.close();
    await expect(short.pool.query('select 1')).rejects.toThrow();
  });
});
