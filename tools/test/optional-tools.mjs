// Programs that some tests need and that not every machine has. Each function returns `{path}`, or `{reason}` as one line.
import { existsSync } from 'node:fs';

const SPRIG = '/usr/share/gocode/src/github.com/Masterminds/sprig';

const onPath = (name) =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/lib/go/bin']
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(path));

/** HAProxy, before which several servers are tested. */
export function findHaproxy() {
  const path = onPath('haproxy');
  return path ? { path } : { reason: 'no HAProxy is installed' };
}

/** Go with the template functions of Helm, as Debian packages them. */
export function findGo() {
  const path = onPath('go');
  if (!path) return { reason: 'no Go is installed' };
  return existsSync(SPRIG) ? { path } : { reason: 'golang-github-masterminds-sprig-dev is not installed' };
}
