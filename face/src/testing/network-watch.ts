import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A way to start a process such that its use of the network, also by native libraries, is written down. */
export interface NetworkWatch {
  readonly name: string;
  /** Words before the command. */
  readonly before: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Addresses and names outside of this machine that the process asked for. */
  outside(): string[];
}

const succeeds = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

const isHere = (address: string): boolean => /^(127\.|::1$|::ffff:127\.|localhost$)/.test(address);

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** By system calls. A container may forbid it. */
function withStrace(folder: string): NetworkWatch | null {
  if (!succeeds('strace', '-f', '--seccomp-bpf', '-e', 'trace=connect', '-o', '/dev/null', 'true'))
    return null;
  const file = join(folder, 'trace');
  const calls = 'trace=connect,sendto,sendmsg,sendmmsg';
  return {
    name: 'strace',
    before: ['strace', '-f', '--seccomp-bpf', '-e', calls, '-o', file],
    env: {},
    outside: () =>
      linesOf(file)
        .flatMap((line) => /(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"/.exec(line)?.[1] ?? [])
        .filter((address) => !isHere(address)),
  };
}

/** By calls of the C library, which a small library takes the place of. Needs a C compiler and no permission. */
function withPreload(folder: string): NetworkWatch | null {
  const library = join(folder, 'network-spy.so');
  const source = fileURLToPath(new URL('./network-spy.c', import.meta.url));
  if (!succeeds('cc', '-shared', '-fPIC', '-o', library, source, '-ldl')) return null;
  const file = join(folder, 'asked-for');
  return {
    name: 'preload',
    before: [],
    env: { LD_PRELOAD: library, SPY_FILE: file },
    outside: () => linesOf(file).filter((address) => !isHere(address)),
  };
}

/** Every way that works on this machine. */
export const networkWatches = (folder: string): NetworkWatch[] =>
  [withStrace, withPreload].flatMap((create) => create(folder) ?? []);
