import type pg from 'pg';

/** Runs `work` while this session has the advisory lock; waits for whoever has it, however long that takes. */
export async function runOneByOne<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // Asked for again and again: a statement that waits holds a snapshot, for which building an index would wait.
    for (;;) {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        lock,
      ]);
      if (rows[0]?.locked) return await work();
      await new Promise((done) => setTimeout(done, 250));
    }
  } finally {
    client.release(true); // ends the connection, and with it the lock
  }
}
