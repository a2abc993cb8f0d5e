import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@rollcall/db/postgres/open-postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectTls } from '../testing/local-https.ts';
import { createPostgresDatabase } from '../testing/postgres-database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { callOnce, isAlive, keepAsking, servingPids, setUpSchool } from '../testing/several-processes.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;

/** A process loads networks and faces before it takes requests; the machine may be busy. */
const PATIENT = { timeout: 120_000 };

/** Whether a balancer would hear nothing of a process that starts or stops. */
const isUndisturbed = ({ body }: { readonly body: string }): boolean => {
  const { parts } = JSON.parse(body) as { parts: Record<string, string> };
  return parts.shutdown === 'ok' && parts.models !== 'starting' && parts.gallery !== 'loading';
};

/** The text of all lines in which the word occurs. */
const linesWith = (output: string, word: string): string[] =>
  output.split('\n').filter((line) => line.includes(word));

describe.skipIf(!POSTGRES)('a server of two processes', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let dataDir: string;
  let server: ServerProcess;
  let address: string;
  let token: string;
  const pids = () => servingPids(server);
  const metrics = async () => (await callOnce(address, 'GET', '/metrics')).body;
  const call = (method: string, path: string, body?: unknown) =>
    callOnce(address, method, path, body === undefined ? { token } : { token, body });

  beforeAll(async () => {
    database = await createPostgresDatabase(POSTGRES ?? '', 'processes');
    dataDir = await mkdtemp(join(tmpdir(), 'rollcall-processes-'));
    server = startServerProcess({
      DATA_DIR: dataDir,
      DEMO_MODE: 'false',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '4',
      SERVER_PROCESSES: '2',
      SERVER_CORES: '2',
      STOP_GRACE_SECONDS: '1',
      HTTPS: 'local',
      HTTPS_PORT: '0',
    });
    address = await server.listening;
    token = await setUpSchool(address, server.output());
    await vi.waitFor(async () => {
      const text = await metrics();
      for (const number of [1, 2]) expect(text).toContain(`rollcall_ready{process="${number}"} 1\n`);
    }, PATIENT);
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.exited;
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('prints one start message with one set-up code, and both answer at one address', async () => {
    expect(linesWith(server.output(), 'is running at')).toHaveLength(1);
    expect(linesWith(server.output(), 'set-up code')).toHaveLength(1);
    await expect
      .poll(async () => {
        // At the same time, so that one process does not take them all.
        await Promise.all(Array.from({ length: 12 }, () => call('GET', '/api/admin/notices')));
        const lines = linesWith(server.output(), '"msg":"GET /api/admin/notices"');
        return ['1', '2'].filter((number) => lines.some((line) => line.includes(`"process":${number}`)));
      })
      .toEqual(['1', '2']);
  });

  it('shows the figures of both in /metrics, whichever answers', async () => {
    for (const text of [await metrics(), await metrics()]) {
      for (const number of ['1', '2'])
        expect(text).toMatch(new RegExp(`^rollcall_ready\\{process="${number}"\\} [01]$`, 'm'));
      expect(text).toContain('rollcall_processes{state="wanted"} 2');
      expect(text).toContain('rollcall_processes{state="serving"} 2');
      const heads = linesWith(text, '# TYPE ');
      expect(new Set(heads).size).toBe(heads.length);
    }
  });

  it('has one certificate authority, whichever answers', async () => {
    const port = Number(/HTTPS +https:\/\/[^:\s]+:(\d+)/.exec(server.output())?.[1]);
    const authority = (await callOnce(address, 'GET', '/setup/rollcall-ca.pem')).body;
    for (let made = 0; made < 4; made += 1) {
      const socket = await connectTls(port, 'localhost', authority);
      expect(socket.authorized).toBe(true);
      socket.destroy();
    }
    const lines = linesWith(server.output(), 'The certificate authority of this server is');
    expect(lines.filter((line) => line.includes('is new:'))).toHaveLength(1);
    expect(new Set(lines.map((line) => /SHA-256 (\S+)\./.exec(line)?.[1])).size).toBe(1);
  });

  it('counts calls of both together: no more than one process would allow', async () => {
    const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', key.publicKey));
    const body = { public_key: raw.toString('base64url') };
    const statuses: number[] = [];
    const ask = () => callOnce(address, 'POST', '/api/kiosk/pairings', { body });
    for (let made = 0; made < 36; made += 6)
      for (const { status } of await Promise.all(Array.from({ length: 6 }, ask))) statuses.push(status);
    expect(statuses.sort()).toEqual([...Array(30).fill(200), ...Array(6).fill(429)]);
  });

  it('runs each background job once, of both kinds', async () => {
    const { pool, close } = await openPostgres(database.url, () => {});
    try {
      await pool.query(`
        create table claims (job_id bigint not null, kind text not null);
        create function note_claim() returns trigger language plpgsql as $$
          begin insert into claims values (new.id, new.kind); return new; end $$;
        create trigger note_claims after update on jobs for each row
          when (new.state = 'running' and old.state <> 'running') execute function note_claim();
        insert into jobs (kind, key, state, next_attempt_at)
          select kind, '', 'waiting', now() from unnest(array['ended_sessions', 'ended_mails', 'face_scans']) as kind
          on conflict (kind, key) do update set next_attempt_at = now();`);
      // Each of them wakes the process that answers, and that looks for everything that is due.
      const asked = Array.from({ length: 6 }, () => call('POST', '/api/admin/export/json'));
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(new Set(answers.map(({ body }) => JSON.parse(body).export_file)).size).toBe(6);
      const claims = async () =>
        (
          await pool.query<{ kind: string; jobs: number; claims: number }>(
            `select kind, count(distinct job_id)::int as jobs, count(*)::int as claims from claims
           where kind in ('file', 'ended_sessions', 'ended_mails', 'face_scans') group by kind order by kind`,
          )
        ).rows;
      await expect.poll(claims).toEqual([
        { kind: 'ended_mails', jobs: 1, claims: 1 },
        { kind: 'ended_sessions', jobs: 1, claims: 1 },
        { kind: 'face_scans', jobs: 1, claims: 1 },
        { kind: 'file', jobs: 6, claims: 6 },
      ]);
    } finally {
      await close();
    }
  });

  it('goes on when one is killed, and replaces it', async () => {
    const asking = keepAsking(address, '/api/admin/notices', token);
    await expect.poll(asking.answered).toBeGreaterThan(5);
    const killed = pids().get(2) ?? 0;
    process.kill(killed, 'SIGKILL');
    const before = asking.answered();
    await expect.poll(asking.answered).toBeGreaterThan(before + 5);
    await expect.poll(() => pids().get(2), PATIENT).not.toBe(killed);
    expect(await asking.stop()).toEqual([]);
    expect(server.output()).toContain('Process 2 ended by SIGKILL. Another one starts in 0.5 s.');
    expect(await metrics()).toContain('rollcall_process_replacements_total 1');
  });

  it('is exchanged process by process on SIGHUP without a failed request', async () => {
    const old = pids();
    const asking = keepAsking(address, '/api/admin/notices', token);
    const ready = keepAsking(address, '/api/ready', token, isUndisturbed);
    await expect.poll(asking.answered).toBeGreaterThan(5);
    server.child.kill('SIGHUP');
    await expect.poll(() => linesWith(server.output(), 'have been exchanged').length, PATIENT).toBe(1);
    expect(await asking.stop()).toEqual([]);
    // A balancer never hears that the machine stops.
    expect(await ready.stop()).toEqual([]);
    for (const [number, pid] of pids()) expect([number, pid]).not.toEqual([number, old.get(number)]);
    for (const pid of old.values()) expect(isAlive(pid)).toBe(false);
    expect(await metrics()).toContain('rollcall_processes{state="serving"} 2');
  });

  it('stops both on SIGTERM, says so once, and exits with 0', async () => {
    const all = [...pids().values()];
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(linesWith(server.output(), 'Everything is saved')).toHaveLength(1);
    expect(all.filter(isAlive)).toEqual([]);
  });
});

describe('several processes that cannot be', () => {
  it('on the embedded database are refused with a sentence', async () => {
    const server = startServerProcess({ DEMO_MODE: 'false', SERVER_PROCESSES: '2' });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('SERVER_PROCESSES=2 needs PostgreSQL');
  });

  it('because none starts are given up, with the reason once', async () => {
    const DATABASE_URL = 'postgres://localhost:1/rollcall';
    const server = startServerProcess({ DEMO_MODE: 'false', SERVER_PROCESSES: '3', DATABASE_URL });
    expect(await server.exited).toBe(1);
    expect(linesWith(server.output(), 'ECONNREFUSED')).toHaveLength(1);
    expect(server.output()).toContain('No process of the server could start.');
    expect(server.output()).not.toMatch(/^ +at /m);
  });
});

describe.skipIf(!POSTGRES)('a process that hangs', () => {
  it('is ended and replaced', async () => {
    const database = await createPostgresDatabase(POSTGRES ?? '', 'hanging');
    const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-hanging-'));
    const server = startServerProcess({
      DATA_DIR: dataDir,
      DEMO_MODE: 'false',
      DATABASE_URL: database.url,
      SERVER_PROCESSES: '2',
      SERVER_CORES: '2',
      PROCESS_HANG_SECONDS: '5',
    });
    try {
      await server.listening;
      await expect.poll(() => servingPids(server).size, PATIENT).toBe(2);
      const stopped = servingPids(server).get(2) ?? 0;
      process.kill(stopped, 'SIGSTOP');
      await expect.poll(() => servingPids(server).get(2), PATIENT).not.toBe(stopped);
      expect(server.output()).toContain('Process 2 does not answer and is ended.');
      expect(isAlive(stopped)).toBe(false);
    } finally {
      server.child.kill('SIGKILL');
      await server.exited;
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
