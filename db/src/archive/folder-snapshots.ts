import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveReader, Snapshots } from '@rollcall/core/backup/backup.ports';
import { type Embedded, openEmbedded } from '../embedded/open-embedded.ts';
import { drizzleOn } from '../postgres/open-postgres.ts';
import { createSnapshots } from './archive-reader.ts';

interface Needs {
  readonly embedded: Pick<Embedded, 'pool' | 'withoutLimit'>;
  readonly dataDir: string;
  readonly workerUrl?: URL;
  /** Reports how long other queries had to wait. */
  readonly onPause?: (ms: number, bytes: number) => void;
}

/**
 * Reads an archive of the embedded database from a copy of its folder. The database has one connection: a
 * transaction that reads a million rows would block everyone for half a minute. Instead the folder is copied
 * while the connection is held between two statements, when nothing writes, and a second database opens the
 * copy. See docs/decisions/0009.
 */
export function createFolderSnapshots(needs: Needs): Snapshots {
  let previous: Promise<unknown> = Promise.resolve();
  return {
    read: (work) => {
      const current = previous.then(() => readCopy(needs, work));
      previous = current.catch(() => {});
      return current;
    },
  };
}

async function readCopy<T>(needs: Needs, work: (reader: ArchiveReader) => Promise<T>): Promise<T> {
  const copy = `${needs.dataDir}.snapshot`;
  await rm(copy, { recursive: true, force: true }); // left behind by a killed process
  try {
    await copyWhileIdle(needs, copy);
    const { workerUrl } = needs;
    const second = await openEmbedded({
      at: { dataDir: copy },
      statementTimeoutMs: 0,
      ...(workerUrl ? { workerUrl } : {}),
    });
    try {
      return await createSnapshots(drizzleOn(second.pool)).read(work);
    } finally {
      await second.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function copyWhileIdle({ embedded, dataDir, onPause }: Needs, copy: string): Promise<void> {
  // The first checkpoint writes most of it; the second, with the connection held, only what changed since.
  await embedded.withoutLimit(() => embedded.pool.query('CHECKPOINT'));
  await assertRoom(dataDir);
  const client = await embedded.pool.connect();
  const began = performance.now();
  try {
    await embedded.withoutLimit(() => client.query('CHECKPOINT'));
    const { rows } = await client.query<{ first: string; last: string }>(
      `select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()`,
    );
    const log = rows[0];
    if (!log) throw new Error('The database did not say where its log stands.');
    const bytes = await copyFolder(dataDir, copy, (path) => isNeeded(path, log));
    onPause?.(performance.now() - began, bytes);
  } finally {
    client.release();
  }
}

/** Skips old and recycled log segments of 16 MB each: the data files already contain their changes. */
function isNeeded(path: string, log: { first: string; last: string }): boolean {
  if (path === 'postmaster.pid') return false;
  const segment = /^pg_wal\/([0-9A-F]{24})$/.exec(path)?.[1];
  return segment === undefined || (segment >= log.first && segment <= log.last);
}

async function copyFolder(from: string, to: string, wanted: (path: string) => boolean): Promise<number> {
  await mkdir(to, { mode: 0o700 });
  let bytes = 0;
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(from, folder), { withFileTypes: true });
    await Promise.all(
      entries.map(async (entry) => {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          await mkdir(join(to, path), { mode: 0o700 });
          await walk(path);
        } else if (entry.isFile() && wanted(path)) {
          // Instant on a file system that can share blocks.
          await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
          const { size } = await stat(join(to, path));
          bytes += size;
        }
      }),
    );
  };
  await walk('');
  return bytes;
}

async function assertRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(dataDir));
  const needed = await sizeOf(join(dataDir, 'base'));
  if (bavail * bsize > needed * 1.1) return;
  const inMegabytes = Math.ceil((needed * 1.1) / 1e6);
  throw new NoRoomError(
    `There is not enough room on the disk for a backup: ${inMegabytes} MB are needed for a moment beside the data.`,
  );
}

export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
  readonly code = 'ENOSPC';
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sizeOf(path) : (await stat(path)).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
