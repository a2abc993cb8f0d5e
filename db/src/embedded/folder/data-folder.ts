import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DataFolderError } from '../embedded-errors.ts';

const unfinished = '.unfinished';

export function hasDatabase(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/** Creates the data folder from a seed atomically: after a power cut it is either complete or absent. */
export function createFromSeed(folder: string, seed: Uint8Array): void {
  refuseForeignFolder(folder);
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const building = `${folder}${unfinished}`;
  rmSync(building, { recursive: true, force: true });
  unpack(building, seed);
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(building, folder);
  syncPath(parent);
  syncAncestors(parent);
}

/**
 * Removes postmaster.pid: a power cut can leave it empty, and Postgres then refuses to start. Our own lock
 * decides.
 */
export function removeStalePid(folder: string): void {
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

export function assertSameMajor(folder: string, major: string): void {
  const written = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (written === major) return;
  throw new DataFolderError(
    `The database in ${folder} was written by PostgreSQL ${written === '' ? '(unknown)' : written}; this version of the program has PostgreSQL ${major}. Start the version that wrote it, download a backup, and restore it into a new data folder.`,
  );
}

function refuseForeignFolder(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new DataFolderError(`${folder} is a file, not a folder.`);
  const found = readdirSync(folder);
  if (found.length === 0) return;
  throw new DataFolderError(
    `${folder} holds other files (${found.slice(0, 3).join(', ')}) and no database. Choose an empty folder for ${basename(folder)}.`,
  );
}

function unpack(folder: string, seed: Uint8Array): void {
  const folders = new Set([folder]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const entry of untar(seed)) {
    const path = join(folder, entry.name);
    const home = entry.directory ? path : dirname(path);
    if (!folders.has(home)) {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      folders.add(home);
    }
    if (!entry.directory) writeSynced(path, entry.bytes);
  }
  for (const path of folders) syncPath(path);
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w', 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs the parent folders, which may be new too. A folder that we may not read existed before. */
function syncAncestors(folder: string): void {
  const parent = dirname(folder);
  if (parent === folder) return;
  try {
    syncPath(parent);
  } catch {
    return;
  }
  syncAncestors(parent);
}

/** Fsyncs a file or folder. Windows can neither open nor fsync a folder; NTFS journals the entry itself. */
function syncPath(path: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

interface TarEntry {
  readonly name: string;
  readonly directory: boolean;
  readonly bytes: Uint8Array;
}

const TAR_BLOCK = 512;

/** Reads the plain ustar archive that PGlite's dump writes, gzipped or not. */
export function untar(archive: Uint8Array): TarEntry[] {
  const bytes = unpacked(archive);
  const tar = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: TarEntry[] = [];
  for (let at = 0; at + TAR_BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + TAR_BLOCK);
    const name = headerField(header, 0, 100);
    if (name === '') break;
    const size = Number.parseInt(headerField(header, 124, 12), 8);
    if (!Number.isInteger(size) || at + TAR_BLOCK + size > tar.length) {
      throw new Error(`The archive is damaged at ${name}.`);
    }
    const safe = name.replace(/^\/+/, '');
    if (safe.split('/').includes('..')) throw new Error(`The archive names a path outside itself: ${name}.`);
    const prefix = headerField(header, 345, 155);
    entries.push({
      name: prefix === '' ? safe : `${prefix}/${safe}`,
      directory: headerField(header, 156, 1) === '5',
      bytes: tar.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size),
    });
    at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  return entries;
}

export function unpacked(archive: Uint8Array): Uint8Array {
  const packed = archive[0] === 0x1f && archive[1] === 0x8b;
  return packed ? gunzipSync(archive) : archive;
}

function headerField(header: Buffer, start: number, length: number): string {
  const raw = header.subarray(start, start + length);
  const end = raw.indexOf(0);
  return raw.toString('utf8', 0, end === -1 ? length : end).trim();
}
