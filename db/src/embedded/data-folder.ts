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
import { DataFolderError } from './embedded-errors.ts';
import { untar } from './untar.ts';

const unfinished = '.unfinished';

export function hasDatabase(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/** Makes a new database appear whole or not at all, whenever the power goes. */
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

/** A power cut can leave an empty postmaster.pid, at which Postgres stops. Ours is the lock that counts. */
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

/** The folders above may be as new as the database; one we may not read was there before us. */
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

/** Windows can neither open nor fsync a folder; NTFS journals the entry itself. */
function syncPath(path: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
