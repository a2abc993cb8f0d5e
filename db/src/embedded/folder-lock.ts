import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FolderInUseError } from './embedded-errors.ts';
import {
  besideFolder,
  canonical,
  inTemporaryFolder,
  type MeetingPlace,
  pidOf,
  pipeName,
} from './lock-address.ts';
import { ask, listen, type OwnSocket } from './lock-socket.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * One process per data folder. Node has no flock, and a pid file outlives kill -9 (in a container the next
 * process even has the same pid). So each contender listens on a socket of its own in a folder beside the
 * data, which the kernel closes with the process, and only then looks for others:
 * a socket that refuses connections is dead for ever and is removed; one that answers is alive.
 * Of two that start at once each sees the other, and the smaller name goes first.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const dataDir = canonical(folder);
  if (process.platform === 'win32') return lockByPipe(dataDir);
  const beside = besideFolder(dataDir);
  try {
    return await contend(dataDir, beside, await appear(beside));
  } catch (error) {
    if (!isSocketUnsupported(error)) throw error;
    const elsewhere = inTemporaryFolder(dataDir);
    return contend(dataDir, elsewhere, await appear(elsewhere));
  }
}

/** The name shows only once it listens: in between it would refuse connections and look dead to a rival. */
async function appear(place: MeetingPlace): Promise<OwnSocket> {
  const hidden = `${place.ownName}.new`;
  let own: OwnSocket | undefined;
  try {
    own = await listen(place.address(hidden));
    renameSync(join(place.folder, hidden), join(place.folder, place.ownName));
    return own;
  } catch (error) {
    await own?.close();
    rmSync(join(place.folder, hidden), { force: true });
    place.close();
    throw error;
  }
}

async function contend(dataDir: string, place: MeetingPlace, own: OwnSocket): Promise<FolderLock> {
  const leave = async () => {
    await own.close();
    rmSync(join(place.folder, place.ownName), { force: true });
    place.close();
  };
  try {
    const others = readdirSync(place.folder).filter(
      (name) => name.endsWith('.sock') && name !== place.ownName,
    );
    for (const name of others) await yieldTo(dataDir, place, name);
  } catch (error) {
    await leave();
    throw error;
  }
  own.hold();
  return { release: leave };
}

/** Returns when the other is no rival any more; throws when it goes first. */
async function yieldTo(dataDir: string, place: MeetingPlace, name: string): Promise<void> {
  const goesFirst = name < place.ownName;
  const answer = await ask(place.address(name), (state) => state === 'holding' || goesFirst);
  if (answer.kind === 'said') throw new FolderInUseError(dataDir, answer.pid ?? pidOf(name));
  if (answer.kind === 'dead') rmSync(join(place.folder, name), { force: true });
}

async function lockByPipe(dataDir: string): Promise<FolderLock> {
  const name = pipeName(dataDir);
  try {
    const own = await listen(name);
    own.hold();
    return { release: () => own.close() };
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    const answer = await ask(name, () => true);
    throw new FolderInUseError(dataDir, answer.kind === 'said' ? answer.pid : undefined);
  }
}

function isSocketUnsupported(error: unknown): boolean {
  return ['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENAMETOOLONG', 'EAFNOSUPPORT'].includes(
    codeOf(error) ?? '',
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
