import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresBinaries, unprivilegedUser } from '../../../tools/test/private-postgres.mjs';
import { freePort } from '../shared/free-port.ts';

/** One PostgreSQL of the pair. */
export interface Postgres {
  readonly port: number;
  readonly url: string;
  start(): void;
  /** Ends it as its own service would, and waits. */
  stop(): void;
  /** Ends every process of it with SIGKILL, as a power cut would. */
  kill(): void;
  /** Makes a standby accept writes. */
  promote(): void;
}

/** Few, so that others can take them all. */
export const MOST_CONNECTIONS = 60;

/** Two PostgreSQL servers from Debian's binaries: a primary, and a standby that follows it when asked for. */
export async function openPostgresPair() {
  const bin = postgresBinaries();
  if (bin === undefined) throw new Error('No PostgreSQL: install Debian\'s package "postgresql".');
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-failover-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const run = (name: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    // Without pipes: a server that was started would hold them open.
    const { status } = spawnSync(join(bin, name), args, { ...user, cwd: folder, stdio: 'ignore', env });
    return status === 0;
  };
  const must = (name: string, ...args: string[]) => {
    if (!run(name, ...args)) throw new Error(`${name} ${args.join(' ')} failed`);
  };

  const at = async (name: string): Promise<Postgres & { readonly data: string }> => {
    const port = await freePort();
    const data = join(folder, name);
    const options = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      `-c max_connections=${MOST_CONNECTIONS}`,
      '-c max_prepared_transactions=4',
      '-c wal_level=replica',
      '-c hot_standby=on',
      '-c wal_keep_size=256MB',
    ].join(' ');
    return {
      port,
      data,
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      start: () =>
        must('pg_ctl', '-D', data, '-w', '-l', join(folder, `${name}.log`), '-o', options, 'start'),
      stop: () => must('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop'),
      kill: () => {
        const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
        const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n');
        // The first one first: it would start the others again.
        for (const each of [pid, ...children].map(Number)) {
          if (!each) continue;
          try {
            process.kill(each, 'SIGKILL');
          } catch {
            // It has ended by itself.
          }
        }
      },
      promote: () => must('pg_ctl', '-D', data, '-w', 'promote'),
    };
  };

  const primary = await at('primary');
  const standby = await at('standby');
  must('initdb', '-D', primary.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  primary.start();
  return {
    primary,
    standby,
    /** Copies the primary, and starts following it. With `synchronous` a commit waits for the standby. */
    async follow({ synchronous }: { readonly synchronous: boolean }): Promise<void> {
      must('pg_basebackup', '-D', standby.data, '-d', primary.url, '-R', '-X', 'stream', '-c', 'fast');
      standby.start();
      const client = new pg.Client(primary.url);
      await client.connect();
      try {
        if (synchronous) {
          await client.query("alter system set synchronous_standby_names = '*'");
          await client.query('select pg_reload_conf()');
        }
        const wanted = synchronous ? 'sync' : 'async';
        for (let tries = 0; ; tries += 1) {
          const { rows } = await client.query<{ sync_state: string }>(
            'select sync_state from pg_stat_replication',
          );
          if (rows.some(({ sync_state }) => sync_state === wanted)) return;
          if (tries > 100) throw new Error('The standby does not follow.');
          await new Promise((wake) => setTimeout(wake, 100));
        }
      } finally {
        await client.end();
      }
    },
    remove(): void {
      for (const { data } of [primary, standby])
        if (existsSync(join(data, 'postmaster.pid')))
          run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type PostgresPair = Awaited<ReturnType<typeof openPostgresPair>>;
