import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { signInByApi } from '@rollcall/e2e/kit/browser/sign-in';
import { createApiClient } from '@rollcall/e2e/kit/server/call-api';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { startServer } from '@rollcall/e2e/kit/server/start-server';
import { fillInstitution } from '../shared/fill-institution.ts';
import { saveResult } from '../shared/results.ts';
import { runCommand } from '../shared/run-command.ts';

/**
 * `npm run bench:data-safety`: the built server imports 5,000 people with real password hashing while the progress is
 * polled; then the command line backs up 1,000,000 attendance days and restores them into an empty folder.
 */
const IMPORTED = 5000;
const SCHOOL_DAYS = 100; // of 10,000 people: the imported ones and as many again
const seconds = (from: number) => Number(((performance.now() - from) / 1000).toFixed(1));

const root = await mkdtemp(join(tmpdir(), 'rollcall-data-safety-'));
const dataDir = join(root, 'data');

/** Runs the command line on a data folder and returns its seconds. */
const secondsOf = async (into: string, ...args: readonly string[]): Promise<number> =>
  (await runCommand({ DATA_DIR: into }, ...args)).seconds;

/** Imports people with generated passwords and polls the operation's progress. */
async function importPeople() {
  const server = await startServer({ dataDir, env: { DEMO_MODE: 'false', TIME_ZONE: 'UTC' } });
  const password = 'bench-secret';
  await createApiClient(server)('POST', '/setup', {
    code: /set-up code {2}(\S+)/.exec(server.output())?.[1] ?? '',
    institution_name: 'Bench School',
    time_zone: 'UTC',
    password,
  });
  const { token } = await signInByApi(server, { password });
  const call = createApiClient(server, token);
  const rows = Array.from({ length: IMPORTED }, (_, at) => `I-${at},Imported ${at},i-${at},CS-A`);
  const csv = ['id,name,username,class', ...rows].join('\n');
  const uploaded = await fetch(`${server.url}/api/admin/import/people/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: csv,
  });
  const { upload }: { upload: string } = await uploaded.json();
  const mapping = { user_id: 'id', name: 'name', username: 'username', class_section: 'class' };
  const began = performance.now();
  let over = false;
  const importing = call<{ imported: number }>('POST', '/admin/import/people', {
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
    const { operations } = await call<{ operations: { state: string; progress: number }[] }>(
      'GET',
      '/admin/operations',
    );
    for (const { state, progress } of operations) if (state === 'running') seen.add(progress);
    await new Promise((go) => setTimeout(go, 250));
  }
  const { imported } = await importing;
  const took = seconds(began);
  await server.stop();
  return { people: imported, seconds: took, progress_values_seen: seen.size };
}

buildServer();
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
  const backup = await secondsOf(dataDir, 'backup', '--out', archive);
  await cp(join(dataDir, 'keys'), keys, { recursive: true });
  const dryRun = await secondsOf(join(root, 'restored'), 'restore', archive, '--dry-run');
  const restore = await secondsOf(join(root, 'restored'), 'restore', archive);
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
