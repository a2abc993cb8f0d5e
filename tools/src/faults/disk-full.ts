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
import { createInstitution, importPeople, rowCounts } from './fault-institution.ts';
import type { FaultNeeds, FaultResult } from './fault-report.ts';
import { type Server, startServer } from './product-process.ts';

const MEGABYTE = 1024 * 1024;

/** On a small tmpfs: a backup without enough space, then an import while the disk is completely full. */
export async function diskFull(needs: FaultNeeds): Promise<FaultResult[]> {
  const disk = join(needs.workFolder, 'disk');
  mkdirSync(disk);
  const base = join(needs.workFolder, 'base');
  await createInstitution(base);
  const wanted = await rowCounts(base);
  const used = Number(execFileSync('du', ['-sm', base], { encoding: 'utf8' }).split('\t')[0]);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${used + 40}m`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    return [
      { name: 'disk full', outcome: 'skipped', detail: 'not possible here: mount needs root', figures: {} },
    ];
  }
  try {
    return [await runOnFullDisk(disk, base, wanted)];
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}

async function runOnFullDisk(disk: string, base: string, wanted: string): Promise<FaultResult> {
  const dataDir = join(disk, 'data');
  cpSync(base, dataDir, { recursive: true });
  const server = await startServer(dataDir);
  await server.signIn();
  const filler = join(disk, 'filler');
  writeUntilFull(filler);
  // Enough space for the database's own writes, not for a backup.
  truncateSync(filler, statSync(filler).size - 20 * MEGABYTE);
  const backup = await server.call('POST', '/admin/backup/database');
  const listed = await server.call('GET', '/admin/operations').catch(() => null);
  const left = readdirSync(dataDir).filter((name) => name.includes('.snapshot'));
  const half = readdirSync(join(dataDir, 'files')).filter((name) => name.endsWith('.part'));
  rmSync(filler);
  const imported = await importWhileFull(server, filler);
  rmSync(filler, { force: true });
  await server.kill();
  const after = await rowCounts(dataDir);
  const whole = after === wanted || imported.status === 200;
  // A full disk is reported by a file (507) or by the database (503), whichever fails first.
  const isReported = imported.status === 200 || imported.status === 507 || imported.status === 503;
  const good = backup.status === 507 && left.length + half.length === 0 && whole && isReported;
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
