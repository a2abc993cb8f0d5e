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

export interface CutDisk {
  readonly mountPoint: string;
  /** Everything so far reaches the disk, as it has in a database some minutes old. */
  flush(): void;
  /** The power goes: nothing that is not on the disk by now will ever be. */
  cut(): void;
  /** The power is back; whoever had files open must be gone. */
  restore(): void;
  remove(): void;
}

const diskBytes = 600 * 1024 * 1024;
// Nothing is written back by itself for minutes, and no file is flushed out of kindness when it is renamed.
const mountOptions = 'loop,commit=300,noauto_da_alloc';

/**
 * A real ext4 on a loop device. The cut is ext4's own shutdown call without flushing the journal (made for testing
 * this): from that instant no write reaches the device, so all that only the page cache knew is gone.
 */
export function createCutDisk(folder: string): CutDisk {
  const image = join(folder, 'disk.img');
  const mountPoint = join(folder, 'disk');
  mkdirSync(mountPoint, { recursive: true });
  writeFileSync(image, '');
  truncateSync(image, diskBytes);
  run('mkfs.ext4', ['-q', '-F', image]);
  mount();

  function mount(): void {
    run('mount', ['-o', mountOptions, image, mountPoint]);
  }

  return {
    mountPoint,
    flush() {
      run('sync', ['-f', mountPoint]);
    },
    cut() {
      // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH; Node has no ioctl, every Debian has perl.
      const script =
        'open(my $d, "<", $ARGV[0]) or die $!; my $f = pack("L", 2); ioctl($d, 0x8004587d, $f) or die $!;';
      run('perl', ['-e', script, mountPoint]);
    },
    restore() {
      run('umount', [mountPoint]);
      mount();
    },
    remove() {
      run('umount', [mountPoint]);
      rmSync(image, { force: true });
    },
  };
}

/** Why there can be no such disk here, or undefined. It tries the whole thing: only that proves it. */
export function whyNoCutDisk(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux (ext4 on a loop device)';
  if (process.getuid?.() !== 0) return 'it needs root (to mount a loop device)';
  try {
    const disk = createCutDisk(join(folder, 'probe'));
    try {
      writeFileSync(join(disk.mountPoint, 'unsynced'), 'x');
      disk.cut();
      disk.restore();
    } finally {
      disk.remove();
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/** What a kernel does in its own time: some files are on the disk already, others, older or newer, are not. */
export function writeBackSome(folder: string, dice: (below: number) => number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (dice(2) === 0) continue;
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
