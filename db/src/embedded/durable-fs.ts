import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];

/** The part of Emscripten's NODEFS that this file adds to; PGlite publishes no types for it. */
interface StreamOps {
  fsync?: (stream: { nfd?: number }) => number;
}

/** Emscripten's numbers. Postgres ignores these two for folders, which some file systems cannot sync; nothing else. */
const errno: Readonly<Record<string, number>> = { EBADF: 8, EINVAL: 28 };
const EIO = 29;

/**
 * PGlite's file layer with a real fsync. Emscripten's NODEFS has none, so Postgres' own calls end nowhere
 * and an acknowledged commit may exist only in the page cache. Emscripten's `fd_sync` looks for
 * `stream_ops.fsync`; that is an internal, so `assertDurable` counts the calls at every start.
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
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw new ErrnoError(errno[code] ?? EIO);
    }
  }
}
