import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';

export interface WriterProcess {
  readonly acknowledged: ReadonlySet<number>;
  /** Resolves after this many acknowledged writes (0: when it is ready), or when the process has ended. */
  waitForWrites(acknowledgements: number): Promise<void>;
  kill(): Promise<void>;
  readonly stderr: () => string;
}

/** Starts `writer.child.ts` and records the writes that it acknowledges. */
export function startWriter(needs: {
  engine: 'ours' | 'stock';
  dataDir: string;
  seedFile: string;
  first: number;
  count: number;
}): WriterProcess {
  const script = fileURLToPath(new URL('./writer.child.ts', import.meta.url));
  const args = [
    script,
    needs.engine,
    needs.dataDir,
    needs.seedFile,
    String(needs.first),
    String(needs.count),
  ];
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const acknowledged = new Set<number>();
  const waiters: { at: number; go: () => void }[] = [];
  let ready = false;
  let ended = false;
  let stderr = '';
  const wake = () => {
    for (const waiter of waiters) if (ended || (ready && acknowledged.size >= waiter.at)) waiter.go();
  };
  child.stderr?.on('data', (text) => {
    stderr += String(text);
  });
  const exited = once(child, 'exit').then(() => {
    ended = true;
    wake();
  });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') ready = true;
      if (line.startsWith('ack ')) acknowledged.add(Number(line.slice(4)));
      wake();
    });
  }
  return {
    acknowledged,
    stderr: () => stderr,
    waitForWrites: (at) =>
      new Promise((go) => {
        waiters.push({ at, go });
        wake();
      }),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

interface FolderState {
  readonly opened: boolean;
  readonly reason: string;
  readonly missing: number;
  readonly rows: number;
}

/** Opens the folder as the next start would and checks that every acknowledged row is there. */
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
    // One statement adds the row and counts it in the total: if they differ, a write was torn.
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
    // A sequential scan reads every page of the table, so a damaged one is found.
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
