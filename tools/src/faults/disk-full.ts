import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { countsIn, importPeople, makeInstitution } from './backup-institution.ts';
import { type Server, startServer } from './backup-process.ts';
import type { FaultNeeds, FaultResult } from './fault-report.ts';

const MEGABYTE = 1024 * 1024;

/** A small tmpfs: a backup that has no room, then a disk that is full to the last byte during an import. */
export async function diskFull(needs: FaultNeeds): Promise<FaultResult[]> {
  const disk = join(needs.workFolder, 'disk');
  mkdirSync(disk);
  const base = join(needs.workFolder, 'base');
  await makeInstitution(base);
  const wanted = await countsIn(base);
  const used = Number(execFileSync('du', ['-sm', base], { encoding: 'utf8' }).split('\t')[0]);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${used + 40}m`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    return [
      { name: 'disk full', outcome: 'skipped', detail: 'not possible here: mount needs root', figures: {} },
    ];
  }
  try {
    return [await fill(disk, base, wanted)];
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}

async function fill(disk: string, base: string, wanted: string): Promise<FaultResult> {
  const dataDir = join(disk, 'data');
  cpSync(base, dataDir, { recursive: true });
  const server = await startServer(dataDir);
  await server.signIn();
  const filler = join(disk, 'filler');
  writeUntilFull(filler);
  // Enough for the database to go on writing, not enough for a backup.
  truncateSync(filler, statSync(filler).size - 20 * MEGABYTE);
  const backup = await server.call('POST', '/admin/backup/database');
  const listed = await server.call('GET', '/admin/operations').catch(() => null);
  const left = readdirSync(dataDir).filter((name) => name.includes('.snapshot'));
  const half = readdirSync(join(dataDir, 'files')).filter((name) => name.endsWith('.part'));
  rmSync(filler);
  const imported = await importWhileFull(server, filler);
  rmSync(filler, { force: true });
  await server.kill();
  const after = await countsIn(dataDir);
  const whole = after === wanted || imported.status === 200;
  // Out of room is told as such by whoever noticed it first: a file, or the database.
  const told = imported.status === 200 || imported.status === 507 || imported.status === 503;
  const good = backup.status === 507 && left.length + half.length === 0 && whole && told;
  return {
    name: 'disk full',
    outcome: good ? 'passed' : 'failed',
    detail: `backup answered ${backup.status} (${String(backup.body.message)}), left ${left.length + half.length} files, listing ${listed?.status}; import on the full disk answered ${imported.status} (${String(imported.body.message)}); afterwards ${after === wanted ? 'the data was as before' : after}`,
    figures: {
      backup_status: backup.status,
      import_status: imported.status,
      left_behind: left.length + half.length,
    },
  };
}

async function importWhileFull(server: Server, filler: string): ReturnType<Server['call']> {
  const go = await importPeople(server, 'F', 5000);
  writeUntilFull(filler);
  return go().catch(() => ({ status: 0, body: {} }));
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(MEGABYTE, 1);
  try {
    for (let size = block.length; size >= 512; ) {
      try {
        writeSync(file, block, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}
