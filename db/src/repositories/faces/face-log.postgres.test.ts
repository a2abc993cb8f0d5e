import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRepositories } from '../../repositories.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

/** Other tests of the run have long transactions in the same cluster. */
const PATIENCE = { timeout: 60_000, interval: 100 };

it('shows an entry that was written first and committed last', async () => {
  const { faces } = createRepositories(test.db);
  const person = async (code: string): Promise<number> =>
    (
      await test.pool.query(
        `insert into people (code, name, kind, registered_on) values ($1, $1, 'student', '2026-01-01') returning id`,
        [code],
      )
    ).rows[0].id;
  const [slow, quick] = [await person('slow'), await person('quick')];
  const add = (id: number) =>
    `insert into face_templates (person_id, model_id, sealed, quality, created_at) values (${id}, 'm', 'x', 1, now())`;
  const { position: start } = await faces.changesSince(null);
  const client = await test.pool.connect();
  try {
    await client.query('begin');
    await client.query(add(slow));
    await test.pool.query(add(quick));
    // The entry of the open transaction has the lower number and is not visible yet.
    const first = await faces.changesSince(start);
    expect(first.entries.map(({ personId }) => personId)).toEqual([quick]);
    await client.query('commit');
    const second = await faces.changesSince(first.position);
    expect(second.entries.map(({ personId }) => personId)).toContain(slow);
    // Entries are repeated until every transaction of the cluster that was open beside them has ended.
    let { position } = second;
    await vi.waitFor(async () => {
      const next = await faces.changesSince(position);
      position = next.position;
      expect(next.entries).toEqual([]);
    }, PATIENCE);
  } finally {
    client.release();
  }
});
