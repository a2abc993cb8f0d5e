import { join } from 'node:path';
import { hashToken, newToken } from '@rollcall/core/kernel/random';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import pg from 'pg';
import type { Row } from '../recount.ts';

/** Where a school's data is: in the folder of a stopped server, or in a PostgreSQL. */
export type Place = { readonly dataDir: string } | { readonly url: string };

/** Opens the database beside the servers, which must be stopped where it is embedded. */
export async function withDatabase<T>(place: Place, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  if ('url' in place) {
    const pool = new pg.Pool({ connectionString: place.url, max: 2 });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  }
  const embedded = await openEmbedded({
    at: { dataDir: join(place.dataDir, 'postgres') },
    statementTimeoutMs: 0,
  });
  try {
    return await work(embedded.pool);
  } finally {
    await embedded.close();
  }
}

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

/**
 * Sessions of people who signed in before the rush. Written as rows: thousands of sign-ins are half an hour of hashing
 * passwords, and `npm run bench:sign-ins` measures those.
 */
export async function giveSessions(pool: pg.Pool, codes: readonly string[]): Promise<Map<string, string>> {
  const tokens = new Map(codes.map((code) => [code, newToken(random)]));
  const hashes = await Promise.all([...tokens.values()].map(hashToken));
  await pool.query(
    `insert into sessions (token_hash, person_id, created_at, last_seen_at, address)
     select decode(given.hash, 'hex'), p.id, now(), now(), '127.0.0.1'
     from unnest($1::text[], $2::text[]) as given(hash, code) join people p on p.code = given.code`,
    [hashes.map((hash) => Buffer.from(hash).toString('hex')), [...tokens.keys()]],
  );
  return tokens;
}

/** Every check-in, with whose it is. */
export async function readCheckIns(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<{ code: string; at: number }>(
    `select p.code, (extract(epoch from c.seen_at) * 1000)::float8 as at
     from check_ins c join people p on p.id = c.person_id order by c.id`,
  );
  return rows;
}

/** Days that say present, and deadlocks that PostgreSQL ended; the embedded database has one connection and none. */
export async function readDays(pool: pg.Pool): Promise<{ days_present: number; deadlocks: number }> {
  const { rows } = await pool.query<{ days: number; deadlocks: number }>(
    `select (select count(*)::int from attendance_days where status in ('on_time', 'late', 'very_late')) as days,
       coalesce((select deadlocks::int from pg_stat_database where datname = current_database()), 0) as deadlocks`,
  );
  return { days_present: rows[0]?.days ?? 0, deadlocks: rows[0]?.deadlocks ?? 0 };
}
