import { MemoryFS, type PGlite } from '@electric-sql/pglite';
import { BLOCK, type Changes, changedBlocks } from './open-browser-blocks.ts';

/** Where PGlite keeps its data folder. */
const DATA = '/pglite/data';

/** Of no use to the next start, or in its way. */
const PASSING = /^(postmaster\.pid|pg_stat_tmp\/.*|base\/pgsql_tmp\/.*)$/;

/** A file or folder of Emscripten's MEMFS; PGlite publishes no types for it. */
interface MemoryNode {
  /** Bytes of a file, signed or not, with room to grow; or the children of a folder. */
  readonly contents: Uint8Array | Int8Array | Readonly<Record<string, MemoryNode>>;
  readonly usedBytes: number;
  /** Milliseconds; MEMFS sets it at every write. */
  readonly mtime: number;
}

interface Seen {
  readonly mtime: number;
  readonly bytes: Uint8Array;
}

/**
 * The data folder in memory, filled from outside and able to say what has changed since it was last asked.
 * PGlite's own IndexedDB layer stores whole files: one changed row would write a megabyte of log after every query.
 */
export class ImageFs extends MemoryFS {
  readonly #folders: readonly string[];
  readonly #seen = new Map<string, Seen>();
  #newest = 0;
  /** Called with everything in the moment when Postgres has stopped and its files still exist. */
  onShutDown: ((files: Map<string, Uint8Array>, folders: string[]) => void) | undefined;

  constructor(folders: readonly string[] = [], files: ReadonlyMap<string, Uint8Array> = new Map()) {
    super();
    this.#folders = folders;
    for (const [path, bytes] of files) this.#seen.set(path, { mtime: -1, bytes });
  }

  override async initialSyncFs(): Promise<void> {
    // Nothing to begin with: PGlite runs initdb, which makes the folder itself.
    if (this.#seen.size === 0) return;
    const { FS } = this.#mod();
    for (const folder of this.#folders) FS.mkdirTree(`${DATA}/${folder}`, 0o700);
    for (const [path, { bytes }] of this.#seen) FS.writeFile(`${DATA}/${path}`, bytes, { mode: 0o600 });
    // What was just written is what is known already.
    for (const [path, node] of this.#walk().files) this.#remember(path, node);
  }

  /** Between two statements the files are what Postgres would find after a crash: enough to go on from. */
  takeChanges(): Changes {
    const blocks: { path: string; index: number; bytes: Uint8Array }[] = [];
    const lengths: { path: string; length: number }[] = [];
    const { files } = this.#walk();
    const newest = this.#newest;
    for (const [path, node] of files) {
      const before = this.#seen.get(path);
      // A write in the same millisecond as the last look leaves no other trace.
      if (before && before.mtime === node.mtime && node.mtime < newest) continue;
      const now = bytesOf(node);
      const known = before?.bytes ?? new Uint8Array();
      const changed = changedBlocks(known, now);
      for (const index of changed)
        blocks.push({ path, index, bytes: now.slice(index * BLOCK, (index + 1) * BLOCK) });
      if (!before || known.length !== now.length || changed.length > 0)
        lengths.push({ path, length: now.length });
      this.#remember(path, node);
    }
    const removed = [...this.#seen.keys()].filter((path) => !files.has(path));
    for (const path of removed) this.#seen.delete(path);
    return { blocks, lengths, removed };
  }

  override async closeFs(): Promise<void> {
    if (this.onShutDown) {
      const { files, folders } = this.#walk();
      this.onShutDown(new Map([...files].map(([path, node]) => [path, bytesOf(node).slice()])), folders);
    }
    await super.closeFs();
  }

  #mod(): PGlite['Module'] {
    if (!this.pg) throw new Error('The database has not been opened.');
    return this.pg.Module;
  }

  #remember(path: string, node: MemoryNode): void {
    this.#newest = Math.max(this.#newest, node.mtime);
    this.#seen.set(path, { mtime: node.mtime, bytes: bytesOf(node).slice() });
  }

  #walk(): { files: Map<string, MemoryNode>; folders: string[] } {
    const files = new Map<string, MemoryNode>();
    const folders: string[] = [];
    const visit = (node: MemoryNode, path: string) => {
      if (isBytes(node.contents)) {
        if (!PASSING.test(path)) files.set(path, node);
        return;
      }
      if (path !== '') folders.push(path);
      for (const [name, child] of Object.entries(node.contents))
        visit(child, path === '' ? name : `${path}/${name}`);
    };
    visit(this.#mod().FS.lookupPath(DATA).node as unknown as MemoryNode, ''); // MEMFS is the only thing mounted there
    return { files, folders };
  }
}

const isBytes = (contents: MemoryNode['contents']): contents is Uint8Array | Int8Array =>
  ArrayBuffer.isView(contents);

const bytesOf = ({ contents, usedBytes }: MemoryNode): Uint8Array =>
  isBytes(contents) ? new Uint8Array(contents.buffer, contents.byteOffset, usedBytes) : new Uint8Array();
