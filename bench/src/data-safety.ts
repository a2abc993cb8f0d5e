import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { fillInstitution } from './analytics-fill.ts';
import { saveResult } from './results.ts';

/**
 * `npm run bench:data-safety`: the built server imports 5,000 people with real password hashing while its progress is
 * watched; then 1,000,000 attendance days are backed up and restored into an empty folder by the command line.
 */
const IMPORTED = 5000;
const SCHOOL_DAYS = 100; // of 10,000 people: the imported ones and as many again
const dist = (file: string) => fileURLToPath(new URL(`../../server/dist/${file}`, import.meta.url));
const seconds = (from: number) => Number(((performance.now() - from) / 1000).toFixed(1));

const root = await mkdtemp(join(tmpdir(), 'rollcall-data-safety-'));
const dataDir = join(root, 'data');

function run(file: string, ...args: readonly string[]): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [dist(file), ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, DEMO_MODE: 'false', PORT: '0', TIME_ZONE: 'UTC' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { child, output: () => output };
}

async function command(into: string, ...args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [dist('cli.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: into, DEMO_MODE: 'false', TIME_ZONE: 'UTC' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`rollcall ${args.join(' ')} ended with ${code}`);
  return seconds(began);
}

async function importPeople() {
  const { child, output } = run('main.js');
  let address: string | undefined;
  while (address === undefined) {
    if (child.exitCode !== null) throw new Error(output());
    await new Promise((go) => setTimeout(go, 50));
    address = /running at (http:\S+)/.exec(output())?.[1];
  }
  let token = '';
  const call = async (method: string, path: string, type: string, body?: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>; // each caller knows its own answer
  };
  const json = (method: string, path: string, body?: unknown) =>
    call(method, path, 'application/json', body === undefined ? undefined : JSON.stringify(body));
  const code = /set-up code {2}(\S+)/.exec(output())?.[1] ?? '';
  await json('POST', '/setup', {
    code,
    institution_name: 'Bench School',
    time_zone: 'UTC',
    password: 'bench-secret',
  });
  token = String((await json('POST', '/admin/login', { password: 'bench-secret' })).access_token);
  const rows = Array.from({ length: IMPORTED }, (_, at) => `I-${at},Imported ${at},i-${at},CS-A`);
  const sheet = ['id,name,username,class', ...rows].join('\n');
  const { upload } = await call('POST', '/admin/import/people/upload', 'application/octet-stream', sheet);
  const mapping = { user_id: 'id', name: 'name', username: 'username', class_section: 'class' };
  const began = performance.now();
  let over = false;
  const importing = json('POST', '/admin/import/people', {
    upload,
    mapping,
    passwords: 'generate',
    bad_rows: 'refuse',
    dry_run: false,
  }).finally(() => {
    over = true;
  });
  const seen = new Set<number>();
  while (!over) {
    const { operations } = await json('GET', '/admin/operations');
    for (const { state, progress } of operations as { state: string; progress: number }[])
      if (state === 'running') seen.add(progress);
    await new Promise((go) => setTimeout(go, 250));
  }
  const { imported } = await importing;
  const took = seconds(began);
  child.kill('SIGINT');
  await once(child, 'exit');
  return { people: imported, seconds: took, progress_values_seen: seen.size };
}

try {
  const imported = await importPeople();
  process.stdout.write(`${JSON.stringify(imported)}\n`);
  const embedded = await openEmbedded({ at: { dataDir: join(dataDir, 'postgres') } });
  await embedded.withoutLimit(() => fillInstitution(embedded.pool, IMPORTED, SCHOOL_DAYS));
  const { rows } = await embedded.pool.query<{ days: number }>(
    'select count(*)::int as days from attendance_days',
  );
  await embedded.close();
  const archive = join(root, 'bench.rollcall');
  const keys = join(root, 'restored', 'keys');
  const backup = await command(dataDir, 'backup', '--out', archive);
  await cp(join(dataDir, 'keys'), keys, { recursive: true });
  const dryRun = await command(join(root, 'restored'), 'restore', archive, '--dry-run');
  const restore = await command(join(root, 'restored'), 'restore', archive);
  await saveResult('data-safety', {
    what: 'embedded database, built server, two cores',
    import_of_people: imported,
    attendance_days: rows[0]?.days,
    archive_bytes: (await stat(archive)).size,
    backup_seconds: backup,
    dry_run_seconds: dryRun,
    restore_seconds: restore,
  });
} finally {
  await rm(root, { recursive: true, force: true });
}
