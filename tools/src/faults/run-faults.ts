import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeed } from '@rollcall/db/embedded/seed';
import { backupKills } from './backup-kills.ts';
import { diskFull } from './disk-full.ts';
import { type FaultNeeds, type FaultResult, keepResults } from './fault-report.ts';
import { importKills } from './import-kills.ts';
import { killNine } from './kill-nine.ts';
import { longQuery } from './long-query.ts';
import { powerCut } from './power-cut.ts';
import { restoreFlips } from './restore-flips.ts';
import { twoProcesses } from './two-processes.ts';

/**
 * The faults of the embedded database, of backup, restore, import and export, for real. Minutes long, hence not part
 * of `npm test`. Arguments: the names of those to run (the keys below), default all.
 */
const faults = {
  'two-processes': { rounds: 1, run: async (needs: FaultNeeds) => [await twoProcesses(needs)] },
  'long-query': { rounds: 1, run: async (needs: FaultNeeds) => [await longQuery(needs)] },
  'kill-nine': { rounds: 20, run: async (needs: FaultNeeds) => [await killNine(needs)] },
  'power-cut': { rounds: 12, run: powerCut },
  'backup-kills': { rounds: 10, run: backupKills },
  'import-kills': { rounds: 10, run: importKills },
  'restore-flips': { rounds: 1, run: restoreFlips },
  'disk-full': { rounds: 1, run: diskFull },
};

const wanted = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'rollcall-faults-'));
const results: FaultResult[] = [];
try {
  const seed = await createSeed();
  const seedFile = join(root, 'seed.tar.gz');
  writeFileSync(seedFile, seed);
  for (const [name, fault] of Object.entries(faults)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const workFolder = join(root, name);
    mkdirSync(workFolder);
    results.push(
      ...(await fault.run({ workFolder, seed, seedFile, say: console.log, rounds: fault.rounds })),
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

for (const result of results)
  console.log(`${result.outcome.toUpperCase()}  ${result.name}: ${result.detail}`);
keepResults(results);
if (results.some((result) => result.outcome === 'failed')) process.exitCode = 1;
