import type { PGlite } from '@electric-sql/pglite';
import { NotDurableError } from './embedded-errors.ts';

const required = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_sync_method: 'fsync' };

/**
 * Commits something and counts the fsyncs that came of it. The file layer hooks an internal of PGlite that
 * has moved before; an update that loses it must stop the start, not the register after the next power cut.
 */
export async function assertDurable(
  pg: Pick<PGlite, 'query' | 'exec'>,
  countSyncs: () => number,
): Promise<void> {
  const { rows } = await pg.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(required)],
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  for (const [name, wanted] of Object.entries(required)) {
    const actual = settings.get(name);
    if (actual !== wanted) {
      throw new NotDurableError(
        `The embedded database runs with ${name}=${actual}, not ${wanted}. Refusing to start.`,
      );
    }
  }
  const before = countSyncs();
  // A transactional message forces a commit record into the log without leaving a row anywhere.
  await pg.exec("select pg_logical_emit_message(true, 'rollcall', 'durability check')");
  if (countSyncs() > before) return;
  throw new NotDurableError(
    'A commit of the embedded database did not reach fsync: a power cut could lose acknowledged writes. Refusing to start (was PGlite updated?).',
  );
}
