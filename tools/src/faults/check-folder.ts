import { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';

export interface FolderState {
  readonly opened: boolean;
  readonly reason: string;
  readonly missing: number;
  readonly rows: number;
}

/** Opens the folder as the next start would and looks for every acknowledged row. */
export async function checkFolder(
  engine: 'ours' | 'stock',
  dataDir: string,
  seed: Uint8Array,
  acknowledged: ReadonlySet<number>,
): Promise<FolderState> {
  try {
    const found = engine === 'stock' ? await readStock(dataDir) : await readOurs(dataDir, seed);
    const ids = new Set(found.ids);
    const missing = [...acknowledged].filter((id) => !ids.has(id)).length;
    // Each write adds one row and one to the total, in one statement: they agree or the write was torn.
    const torn = found.total !== ids.size;
    const reason = torn ? `the total says ${found.total}, there are ${ids.size} rows` : '';
    return { opened: !torn, reason, missing, rows: ids.size };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { opened: false, reason, missing: acknowledged.size, rows: 0 };
  }
}

const idsSql =
  "select coalesce(json_agg(id), '[]')::text as ids, coalesce((select n from total), 0)::int as n from marks";
type Found = { ids: number[]; total: number };

async function readOurs(dataDir: string, seed: Uint8Array): Promise<Found> {
  const embedded = await openEmbedded({ at: { dataDir }, seed });
  try {
    await embedded.pool.query('create table if not exists marks (id int primary key, filler text not null)');
    await embedded.pool.query(
      'create table if not exists total (one int primary key default 1, n int not null)',
    );
    // A sequential scan reads the heap, so a damaged page shows; the index must then tell the same.
    const { rows } = await embedded.pool.query<{ ids: string; n: number }>(idsSql);
    return { ids: JSON.parse(rows[0]?.ids ?? '[]'), total: rows[0]?.n ?? -1 };
  } finally {
    await embedded.close();
  }
}

async function readStock(dataDir: string): Promise<Found> {
  const pg = await PGlite.create(dataDir);
  try {
    const { rows } = await pg.query<{ ids: string; n: number }>(idsSql);
    return { ids: JSON.parse(rows[0]?.ids ?? '[]'), total: rows[0]?.n ?? -1 };
  } finally {
    await pg.close();
  }
}
