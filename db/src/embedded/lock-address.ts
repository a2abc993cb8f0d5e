import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included. */
const longestSocketPath = 103;

/** Where the contenders for one data folder meet: a folder of sockets beside it. */
export interface MeetingPlace {
  readonly folder: string;
  /** Unique for ever, so that a dead socket can be removed without ever hitting a living one. */
  readonly ownName: string;
  /** The address of one socket, short enough for the kernel. */
  address(name: string): string;
  close(): void;
}

export function besideFolder(dataDir: string): MeetingPlace {
  return openMeetingPlace(`${dataDir}.lock`);
}

/** For file systems that know no sockets (FAT, some shared folders of virtual machines): guards this machine only. */
export function inTemporaryFolder(dataDir: string): MeetingPlace {
  return openMeetingPlace(join(tmpdir(), `rollcall-lock-${digest(dataDir)}`));
}

/** Windows: pipe names are exclusive and vanish with their process, so one fixed name is the whole lock. */
export function pipeName(dataDir: string): string {
  return `\\\\.\\pipe\\rollcall-${digest(dataDir.toLowerCase())}`;
}

/** One folder has one lock, through whatever symbolic link it is named. */
export function canonical(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // Before the first start it does not exist; what leads to it may.
    const parent = dirname(folder);
    return parent === folder ? folder : join(canonical(parent), basename(folder));
  }
}

export function pidOf(name: string): number | undefined {
  const pid = Number.parseInt(name, 10);
  return Number.isInteger(pid) ? pid : undefined;
}

function openMeetingPlace(folder: string): MeetingPlace {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ownName = `${process.pid}-${randomBytes(8).toString('hex')}.sock`;
  const handle = process.platform === 'linux' ? openSync(folder, 'r') : undefined;
  const bases = [folder, relative(process.cwd(), folder)];
  // However deep the folder lies, Linux reaches it through the open descriptor.
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
