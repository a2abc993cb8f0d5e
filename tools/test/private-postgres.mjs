// Starts a temporary PostgreSQL cluster for the test run from the installed binaries, without service or password.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of initdb, pg_ctl and the others; undefined where none are installed. */
export function postgresBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/** PostgreSQL refuses to run as root; returns another user's id for that case. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  const { stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
  const uid = Number(stdout.trim()) || 65534;
  return { uid, gid: uid };
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Returns `{url, stop}`, or `{reason}` why there is none. `durable`: writes reach the disk, as in production. */
export async function startPrivatePostgres({ durable = false } = {}) {
  const bin = postgresBinaries();
  if (!bin) return { reason: 'no PostgreSQL binaries are installed and TEST_POSTGRES_URL is not set' };
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-postgres-'));
  const user = unprivilegedUser();
  if (user.uid) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const run = (name, ...args) =>
    spawnSync(join(bin, name), args, {
      ...user,
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
  const init = run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const port = await freePort();
  // No fsync: the cluster exists for one test run only.
  const fsync = durable ? 'on' : 'off';
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=${fsync} -c max_connections=100 -c max_prepared_transactions=4`;
  const started =
    init.status === 0
      ? run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
      : init;
  if (started.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return { reason: `the PostgreSQL in ${bin} would not start` };
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
