import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf, FolderInUseError } from '../embedded-errors.ts';
import { askState, listen, type OwnSocket } from './lock-socket.ts';

/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const longestSocketPath = 103;

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process; throws FolderInUseError if another process has it. Node has no flock,
 * and a pid file outlives kill -9 (in a container the next process even has the same pid). So each process
 * listens on a socket of its own in a folder beside the data, which the kernel closes with the process, and
 * only then looks for others: a socket that refuses connections is dead and is removed; one that accepts is
 * alive. Of two that start at once each sees the other, and the smaller name wins.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const dataDir = canonical(folder);
  if (process.platform === 'win32') return lockByPipe(dataDir);
  const beside = besideFolder(dataDir);
  try {
    return await contend(dataDir, beside, await publishSocket(beside));
  } catch (error) {
    if (!isSocketUnsupported(error)) throw error;
    const elsewhere = inTemporaryFolder(dataDir);
    return contend(dataDir, elsewhere, await publishSocket(elsewhere));
  }
}

/**
 * Listens under a hidden name, then renames it: a socket visible before it listens would look dead to others.
 */
async function publishSocket(sockets: SocketFolder): Promise<OwnSocket> {
  const hidden = `${sockets.ownName}.new`;
  let own: OwnSocket | undefined;
  try {
    own = await listen(sockets.address(hidden));
    renameSync(join(sockets.folder, hidden), join(sockets.folder, sockets.ownName));
    return own;
  } catch (error) {
    await own?.close();
    rmSync(join(sockets.folder, hidden), { force: true });
    sockets.close();
    throw error;
  }
}

async function contend(dataDir: string, sockets: SocketFolder, own: OwnSocket): Promise<FolderLock> {
  const leave = async () => {
    await own.close();
    rmSync(join(sockets.folder, sockets.ownName), { force: true });
    sockets.close();
  };
  try {
    const others = readdirSync(sockets.folder).filter(
      (name) => name.endsWith('.sock') && name !== sockets.ownName,
    );
    for (const name of others) await contendWith(dataDir, sockets, name);
  } catch (error) {
    await leave();
    throw error;
  }
  own.hold();
  return { release: leave };
}

/** Returns when the other process is dead or gave up; throws when it holds the lock or wins. */
async function contendWith(dataDir: string, sockets: SocketFolder, name: string): Promise<void> {
  const otherWins = name < sockets.ownName;
  const answer = await askState(sockets.address(name), (state) => state === 'holding' || otherWins);
  if (answer.kind === 'answered') throw new FolderInUseError(dataDir, answer.pid ?? pidOf(name));
  if (answer.kind === 'dead') rmSync(join(sockets.folder, name), { force: true });
}

async function lockByPipe(dataDir: string): Promise<FolderLock> {
  const name = pipeName(dataDir);
  try {
    const own = await listen(name);
    own.hold();
    return { release: () => own.close() };
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    const answer = await askState(name, () => true);
    throw new FolderInUseError(dataDir, answer.kind === 'answered' ? answer.pid : undefined);
  }
}

function isSocketUnsupported(error: unknown): boolean {
  return ['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENAMETOOLONG', 'EAFNOSUPPORT'].includes(
    codeOf(error) ?? '',
  );
}

/** The folder of sockets in which processes contend for one data folder. */
interface SocketFolder {
  readonly folder: string;
  /** Never reused, so that removing a dead socket cannot remove a live one. */
  readonly ownName: string;
  /** The path of a socket, short enough for the kernel. */
  address(name: string): string;
  close(): void;
}

function besideFolder(dataDir: string): SocketFolder {
  return openSocketFolder(`${dataDir}.lock`);
}

/**
 * For file systems without sockets (FAT, some shared folders of virtual machines); locks on this machine
 * only.
 */
function inTemporaryFolder(dataDir: string): SocketFolder {
  return openSocketFolder(join(tmpdir(), `rollcall-lock-${digest(dataDir)}`));
}

/**
 * Pipe for Windows: a pipe name is exclusive and disappears with its process, so one fixed name is the whole
 * lock.
 */
function pipeName(dataDir: string): string {
  return `\\\\.\\pipe\\rollcall-${digest(dataDir.toLowerCase())}`;
}

/** Resolves symbolic links, so that every name of a folder leads to the same lock. */
function canonical(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // Before the first start the folder does not exist, but its parents may.
    const parent = dirname(folder);
    return parent === folder ? folder : join(canonical(parent), basename(folder));
  }
}

function pidOf(name: string): number | undefined {
  const pid = Number.parseInt(name, 10);
  return Number.isInteger(pid) ? pid : undefined;
}

function openSocketFolder(folder: string): SocketFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ownName = `${process.pid}-${randomBytes(8).toString('hex')}.sock`;
  const handle = process.platform === 'linux' ? openSync(folder, 'r') : undefined;
  const bases = [folder, relative(process.cwd(), folder)];
  // Linux reaches a folder of any depth through an open descriptor.
  if (handle !== undefined) bases.push(`/proc/self/fd/${handle}`);
  const fits = (base: string) => Buffer.byteLength(join(base, ownName)) <= longestSocketPath;
  const base = bases.find(fits) ?? folder;
  return {
    folder,
    ownName,
    address: (name) => join(base, name),
    close() {
      if (handle !== undefined) closeSync(handle);
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
