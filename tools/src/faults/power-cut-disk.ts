import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface PowerCutDisk {
  readonly mountPoint: string;
  /** Writes everything so far to the disk, as in a database that is some minutes old. */
  flush(): void;
  /** Cuts the power: whatever is not on the disk by now is lost. */
  cutPower(): void;
  /** Mounts the disk again; no process may have files open. */
  restorePower(): void;
  remove(): void;
}

const diskBytes = 600 * 1024 * 1024;
// The kernel writes nothing back by itself for minutes, and a rename does not flush the file.
const mountOptions = 'loop,commit=300,noauto_da_alloc';

/**
 * Creates an ext4 file system on a loop device. The cut is ext4's shutdown ioctl without flushing the journal, made
 * for such tests: from then on no write reaches the device, so everything that is only in the page cache is lost.
 */
export function createPowerCutDisk(folder: string): PowerCutDisk {
  const diskFile = join(folder, 'disk.img');
  const mountPoint = join(folder, 'disk');
  mkdirSync(mountPoint, { recursive: true });
  writeFileSync(diskFile, '');
  truncateSync(diskFile, diskBytes);
  run('mkfs.ext4', ['-q', '-F', diskFile]);
  mount();

  function mount(): void {
    run('mount', ['-o', mountOptions, diskFile, mountPoint]);
  }

  return {
    mountPoint,
    flush() {
      run('sync', ['-f', mountPoint]);
    },
    cutPower() {
      // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH; Node has no ioctl, every Debian has perl.
      const script =
        'open(my $d, "<", $ARGV[0]) or die $!; my $f = pack("L", 2); ioctl($d, 0x8004587d, $f) or die $!;';
      run('perl', ['-e', script, mountPoint]);
    },
    restorePower() {
      run('umount', [mountPoint]);
      mount();
    },
    remove() {
      run('umount', [mountPoint]);
      rmSync(diskFile, { force: true });
    },
  };
}

/** Why such a disk cannot be created here, or undefined. Tries a whole cycle with a probe disk. */
export function powerCutDiskProblem(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux (ext4 on a loop device)';
  if (process.getuid?.() !== 0) return 'it needs root (to mount a loop device)';
  try {
    const disk = createPowerCutDisk(join(folder, 'probe'));
    try {
      writeFileSync(join(disk.mountPoint, 'unsynced'), 'x');
      disk.cutPower();
      disk.restorePower();
    } finally {
      disk.remove();
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/** Flushes a random half of the files, as the kernel may have done in any order by the time of a cut. */
export function syncSomeFiles(folder: string, random: (below: number) => number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (random(2) === 0) continue;
    try {
      const file = openSync(join(folder, name), 'r');
      fsyncSync(file);
      closeSync(file);
    } catch {
      // Postgres has just removed it.
    }
  }
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
