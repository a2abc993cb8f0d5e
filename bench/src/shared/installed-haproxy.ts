import { spawnSync } from 'node:child_process';

const PATHS = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', 'haproxy'];

/** Debian puts HAProxy where not every user looks. */
export function installedHaproxy(): string {
  const found = PATHS.find((path) => spawnSync(path, ['-v'], { stdio: 'ignore' }).status === 0);
  if (found === undefined) throw new Error('No HAProxy found. Install it (Debian: apt install haproxy).');
  return found;
}
