import { MemoryFS, type PGlite } from '@electric-sql/pglite';
import { BLOCK, type Changes, changedBlocks } from './database-disk.ts';

/** PGlite's data folder. */
const DATA = '/pglite/data';

/** Temporary files, useless or harmful at the next start. */
const TEMPORARY = /^(postmaster\.pid|pg_stat_tmp\/.*|base\/pgsql_tmp\/.*)$/;

/** A file or folder of Emscripten's MEMFS; PGlite publishes no types for it. */
interface MemoryNode {
  /** A file's buffer, longer than its content; or a folder's children. */
  readonly contents: Uint8Array | Int8Array | Readonly<Record<string, MemoryNode>>;
  readonly usedBytes: number;
  /** In milliseconds; MEMFS sets it at every write. */
  readonly mtime: number;
}

interface KnownFile {
  readonly mtime: number;
  readonly bytes: Uint8Array;
}

/**
 * Data folder in memory, loaded from given files, that reports which blocks changed since the last call.
 * PGlite's own IndexedDB layer stores whole files: one changed row would write a megabyte of log after every
 * query.
 */
export class DiskFs extends MemoryFS {
  readonly #folders: readonly string[];
  readonly #known = new Map<string, KnownFile>();
  #newest = 0;
  /** Called with all files after Postgres has stopped, before they are freed. */
  onShutDown: ((files: Map<string, Uint8Array>, folders: string[]) => void) | undefined;

  constructor(folders: readonly string[] = [], files: ReadonlyMap<string, Uint8Array> = new Map()) {
    super();
    this.#folders = folders;
    for (const [path, bytes] of files) this.#known.set(path, { mtime: -1, bytes });
  }

  override async initialSyncFs(): Promise<void> {
    // An empty disk: PGlite runs initdb, which creates the folder.
    if (this.#known.size === 0) return;
    const { FS } = this.#mod();
    for (const folder of this.#folders) FS.mkdirTree(`${DATA}/${folder}`, 0o700);
    for (const [path, { bytes }] of this.#known) FS.writeFile(`${DATA}/${path}`, bytes, { mode: 0o600 });
    for (const [path, node] of this.#walk().files) this.#remember(path, node);
  }

  /**
   * Returns the changes since the last call. Between two statements they form a state that crash recovery can
   * open.
   */
  takeChanges(): Changes {
    const blocks: { path: string; index: number; bytes: Uint8Array }[] = [];
    const lengths: { path: string; length: number }[] = [];
    const { files } = this.#walk();
    const newest = this.#newest;
    for (const [path, node] of files) {
      const before = this.#known.get(path);
      // A write in the same millisecond as the last scan does not change mtime.
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
    const removed = [...this.#known.keys()].filter((path) => !files.has(path));
    for (const path of removed) this.#known.delete(path);
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
    this.#known.set(path, { mtime: node.mtime, bytes: bytesOf(node).slice() });
  }

  #walk(): { files: Map<string, MemoryNode>; folders: string[] } {
    const files = new Map<string, MemoryNode>();
    const folders: string[] = [];
    const visit = (node: MemoryNode, path: string) => {
      if (isBytes(node.contents)) {
        if (!TEMPORARY.test(path)) files.set(path, node);
        return;
      }
      if (path !== '') folders.push(path);
      for (const [name, child] of Object.entries(node.contents))
        visit(child, path === '' ? name : `${path}/${name}`);
    };
    visit(this.#mod().FS.lookupPath(DATA).node as unknown as MemoryNode, ''); // only MEMFS is mounted there
    return { files, folders };
  }
}

const isBytes = (contents: MemoryNode['contents']): contents is Uint8Array | Int8Array =>
  ArrayBuffer.isView(contents);

const bytesOf = ({ contents, usedBytes }: MemoryNode): Uint8Array =>
  isBytes(contents) ? new Uint8Array(contents.buffer, contents.byteOffset, usedBytes) : new Uint8Array();
