import { PGlite, type Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from './connection.ts';
import { startParams } from './embedded/start-params.ts';
import { type BlockStore, withOverlay } from './open-browser-blocks.ts';
import { ImageFs } from './open-browser-fs.ts';
import type { DatabaseImage } from './open-browser-image.ts';

/** PGlite's two files. Given by the host, because only it knows where its build has put them. */
export interface Engine {
  readonly wasm: WebAssembly.Module;
  readonly data: Blob;
}

export interface BrowserDatabase {
  readonly db: Db;
  /** Resolves when everything that is committed now would survive the tab. */
  flush(): Promise<void>;
  /** Moves the log into the data files, so that the next start has nothing to replay. */
  checkpoint(): Promise<void>;
  /** Nothing is stored any more, whatever is still on its way. */
  abandon(): void;
}

/** WebAssembly's eight bytes of "nothing": the image is there, so initdb is never asked for. */
const NO_INITDB = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

const SETTINGS = {
  // There is no disk to wait for, but a commit must have reached the log's file before it is looked for.
  synchronous_commit: 'on',
  // Used pieces of the log go, instead of waiting eighty megabytes long for their next use.
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  wal_recycle: 'off',
};
const flag = ([name, value]: [string, string]) => ['-c', `${name}=${value}`];

/**
 * The same schema and repositories on PGlite's own client, in a worker of the page. In memory, with changed pages
 * stored as they are asked to be: the image itself is never written back.
 */
export async function openBrowserDatabase(
  image: DatabaseImage,
  store: BlockStore,
  engine: Engine,
): Promise<BrowserDatabase> {
  const fs = new ImageFs(image.folders, withOverlay(image.files, await store.load()));
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
      // One after the other: what the second stores is newer than what the first did.
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

/** As the `pg` driver does: text without parameters may be many statements, as a migration is. */
const plainly = (client: Client): Client['query'] =>
  async function query<T>(...[text, params, options]: Parameters<Client['query']>) {
    if (params && params.length > 0) return client.query<T>(text, params, options);
    const results = await client.exec(text, options);
    return (results.at(-1) ?? { rows: [], fields: [] }) as Awaited<ReturnType<typeof client.query<T>>>; // the rows are whatever the caller's text selects
  };

export function drizzleOnPglite(pg: PGlite): Db {
  // Only these two of PGlite's methods are used by Drizzle.
  const client = {
    query: plainly(pg),
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      pg.transaction((tx) => work(Object.create(tx, { query: { value: plainly(tx) } }) as Transaction)),
  };
  return drizzle(client as unknown as PGlite);
}
