import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Reads a file; null if it does not exist. */
export async function readIfPresent(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a file so that it exists completely or not at all, even after a crash or a power cut. */
export async function writeFileAtomically(path: string, data: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Flushes the rename to disk. Best effort: some systems cannot open a folder. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // Windows refuses to open a folder; its rename is journalled.
  }
}

const POLL_MS = 250;
const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 60_000;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a lock's holder has died. `now` is a time by the file system's clock. */
async function isStale(lock: string, now: number): Promise<boolean> {
  try {
    const [pid = '', host = ''] = (await readFile(lock, 'utf8')).split('\n');
    if (host === hostname() && !isRunning(Number(pid))) return true;
    return now - (await stat(lock)).mtimeMs > STALE_AFTER_MS;
  } catch {
    return false;
  }
}

/**
 * Runs `work` while holding a lock file, so that two processes do not do the same work at once. The lock does not
 * protect data: files are written atomically with pinned content, so taking a lock over wrongly only costs time.
 */
export async function withFolderLock<T>(
  folder: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, '.lock');
  const ownFile = join(folder, `.lock-${randomBytes(6).toString('hex')}`);
  try {
    for (let tries = 0; ; tries++) {
      await writeFile(ownFile, `${process.pid}\n${hostname()}\n`);
      try {
        await link(ownFile, lock);
        break;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      if (await isStale(lock, (await stat(ownFile)).mtimeMs)) await rm(lock, { force: true });
      else {
        if (tries === 0) onWait();
        await wait(POLL_MS);
      }
    }
    const heartbeat = setInterval(() => {
      const seconds = performance.timeOrigin / 1000 + performance.now() / 1000;
      utimes(lock, seconds, seconds).catch(() => undefined);
    }, HEARTBEAT_MS);
    heartbeat.unref();
    try {
      return await work();
    } finally {
      clearInterval(heartbeat);
      await rm(lock, { force: true });
    }
  } finally {
    await rm(ownFile, { force: true });
  }
}
