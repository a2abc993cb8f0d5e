import { PGlite, type Transaction } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { type Db, rowsOf } from '../connection.ts';
import { startParams } from '../embedded/engine/start-params.ts';
import { type BlockStore, type DatabaseDisk, withOverlay } from './database-disk.ts';
import { DiskFs } from './disk-fs.ts';

/** PGlite's two files, loaded by the host, which knows where its build has put them. */
export interface Engine {
  readonly wasm: WebAssembly.Module;
  readonly data: Blob;
}

export interface BrowserDatabase {
  readonly db: Db;
  /** Stores the changes; resolves when everything committed so far survives closing the tab. */
  flush(): Promise<void>;
  /** Writes a checkpoint, so that the next start has no log to replay. */
  checkpoint(): Promise<void>;
  /** Stops storing changes, including those of a pending flush. */
  abandon(): void;
}

/** An empty WebAssembly module: the disk exists, so initdb never runs. */
const NO_INITDB = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

const SETTINGS = {
  // A commit must be in the log file before `flush` looks for changes.
  synchronous_commit: 'on',
  // Removes used log segments instead of keeping eighty megabytes of them for reuse.
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  wal_recycle: 'off',
};
const flag = ([name, value]: [string, string]) => ['-c', `${name}=${value}`];

/**
 * Opens PGlite in memory from a disk and the stored changes, for the same repositories in a worker of the
 * page. `flush` stores changed blocks; the disk itself is never written.
 */
export async function openBrowserDatabase(
  disk: DatabaseDisk,
  store: BlockStore,
  engine: Engine,
): Promise<BrowserDatabase> {
  const fs = new DiskFs(disk.folders, withOverlay(disk.files, await store.load()));
  const pg = await PGlite.create({
    fs,
    pgliteWasmModule: engine.wasm,
    initdbWasmModule: new WebAssembly.Module(NO_INITDB),
    fsBundle: engine.data,
    startParams: [...startParams({ durable: false }), ...Object.entries(SETTINGS).flatMap(flag)],
  });

  let abandoned = false;
  let saving: Promise<void> = Promise.resolve();
  return {
    db: drizzleOnPglite(pg),
    flush() {
      // Sequential, so that a later flush never stores older content.
      saving = saving
        .catch(() => {})
        .then(() => (abandoned ? undefined : pg.runExclusive(async () => fs.takeChanges())))
        .then((changes) => (changes && !abandoned ? store.save(changes) : undefined));
      return saving;
    },
    checkpoint: async () => void (await pg.exec('checkpoint')),
    abandon() {
      abandoned = true;
    },
  };
}

type Client = Pick<PGlite, 'query' | 'exec'> | Pick<Transaction, 'query' | 'exec'>;

/**
 * A `query` like that of the `pg` driver: text without parameters may hold several statements, as migrations
 * do.
 */
const multiStatementQuery = (client: Client): Client['query'] =>
  async function query<T>(...[text, params, options]: Parameters<Client['query']>) {
    if (params && params.length > 0) return client.query<T>(text, params, options);
    const results = await client.exec(text, options);
    return (results.at(-1) ?? { rows: [], fields: [] }) as Awaited<ReturnType<typeof client.query<T>>>; // the caller names the row type
  };

export function drizzleOnPglite(pg: PGlite): Db {
  // Drizzle uses only these two of PGlite's methods.
  const client = {
    query: multiStatementQuery(pg),
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      pg.transaction((tx) =>
        work(Object.create(tx, { query: { value: multiStatementQuery(tx) } }) as Transaction),
      ),
  };
  return drizzle(client as unknown as PGlite);
}

interface DatedTable {
  readonly table: string;
  readonly columns: string[];
}

/**
 * Shifts every date and timestamp by the same number of days, so that the demo school starts today. Only for
 * a database without attendance, whose statuses depend on the weekday.
 */
export async function moveDates(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  if (from === to) return;
  // From the catalogue: planning the views of information_schema would take longer than the updates.
  const tables = await rowsOf<DatedTable>(
    db,
    sql`select c.relname::text as table, array_agg(a.attname::text) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname <> 'schema_migrations'
          and a.attnum > 0 and not a.attisdropped
          and a.atttypid in ('date'::regtype, 'timestamptz'::regtype)
        group by c.relname`,
  );
  const shifted = (column: string) =>
    sql`${sql.identifier(column)} = ${sql.identifier(column)} + (${to}::date - ${from}::date) * interval '1 day'`;
  await db.transaction(async (tx) => {
    for (const { table, columns } of tables)
      await tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(columns.map(shifted), sql`, `)}`);
  });
}
