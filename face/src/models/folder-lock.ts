import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 250;
const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 60_000;

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A lock whose holder died must not block the next start. `now` is the file system's own clock. */
async function isStale(lock: string, now: number): Promise<boolean> {
  try {
    const [pid = '', host = ''] = (await readFile(lock, 'utf8')).split('\n');
    if (host === hostname() && !alive(Number(pid))) return true;
    return now - (await stat(lock)).mtimeMs > STALE_AFTER_MS;
  } catch {
    return false;
  }
}

/**
 * Keeps two processes from doing the same work at once. It saves work, it does not protect data: files are
 * written whole and are the same whoever writes them, so a lock wrongly taken over costs time, nothing else.
 */
export async function withFolderLock<T>(
  folder: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, '.lock');
  const mine = join(folder, `.lock-${randomBytes(6).toString('hex')}`);
  try {
    for (let tries = 0; ; tries++) {
      await writeFile(mine, `${process.pid}\n${hostname()}\n`);
      try {
        await link(mine, lock);
        break;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      if (await isStale(lock, (await stat(mine)).mtimeMs)) await rm(lock, { force: true });
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
    await rm(mine, { force: true });
  }
}
