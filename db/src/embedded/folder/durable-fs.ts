import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { codeOf, NotDurableError } from '../embedded-errors.ts';

type Init = NodeFS['init'];

/** The part of Emscripten's NODEFS that this file adds to; PGlite publishes no types for it. */
interface StreamOps {
  fsync?: (stream: { nfd?: number }) => number;
}

/**
 * Emscripten's error numbers. Postgres ignores these two for folders, which some file systems cannot sync.
 */
const errno: Readonly<Record<string, number>> = { EBADF: 8, EINVAL: 28 };
const EIO = 29;

/**
 * PGlite's file layer with a real fsync. Emscripten's NODEFS has none: Postgres' calls do nothing and an
 * acknowledged commit may exist only in the page cache. Emscripten's `fd_sync` calls `stream_ops.fsync` if
 * present; that is an internal, so `assertDurable` counts the calls at every start.
 */
export class DurableFs extends NodeFS {
  #syncs = 0;

  get syncs(): number {
    return this.#syncs;
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          (mod) => {
            const streamOps: StreamOps = mod.NODEFS.stream_ops;
            streamOps.fsync = (stream) => this.#sync(stream.nfd, mod.FS.ErrnoError);
          },
        ],
      },
    };
  }

  #sync(descriptor: number | undefined, ErrnoError: new (errno: number) => Error): number {
    try {
      if (descriptor === undefined) throw new Error('a file without a descriptor');
      fsyncSync(descriptor);
      this.#syncs += 1;
      return 0;
    } catch (error) {
      // Postgres panics on EIO, as it should: the kernel may already have dropped the unwritten pages.
      throw new ErrnoError(errno[codeOf(error) ?? ''] ?? EIO);
    }
  }
}

const required = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_sync_method: 'fsync' };

/**
 * Checks the durability settings, then commits and verifies that fsync was called. The file layer hooks an
 * internal of PGlite that has moved before: an update that breaks it must fail at start, not lose data at a
 * power cut.
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
  // A transactional message writes a commit record to the log without changing a table.
  await pg.exec("select pg_logical_emit_message(true, 'rollcall', 'durability check')");
  if (countSyncs() > before) return;
  throw new NotDurableError(
    'A commit of the embedded database did not reach fsync: a power cut could lose acknowledged writes. Refusing to start (was PGlite updated?).',
  );
}
