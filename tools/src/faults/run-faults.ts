import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeed } from '@rollcall/db/embedded/open-embedded';
import { backupKills, restoreDamaged } from './backup-faults.ts';
import { diskFull } from './disk-full.ts';
import { type FaultNeeds, type FaultResult, saveFaultResults } from './fault-report.ts';
import { importKills } from './import-faults.ts';
import { longQuery } from './long-query.ts';
import { powerCut } from './power-cut.ts';
import { killNine, twoProcesses } from './process-faults.ts';
import { wrongClock } from './wrong-clock.ts';

/**
 * `npm run test:faults [-- name …]`: kills, power cuts, a full disk and damaged files against the embedded database,
 * backup, restore, import and export. Takes minutes, so it is not part of `npm test`. Names are the keys below.
 */
const faults = {
  'two-processes': { rounds: 1, run: async (needs: FaultNeeds) => [await twoProcesses(needs)] },
  'long-query': { rounds: 1, run: async (needs: FaultNeeds) => [await longQuery(needs)] },
  'kill-nine': { rounds: 20, run: async (needs: FaultNeeds) => [await killNine(needs)] },
  'power-cut': { rounds: 12, run: powerCut },
  'backup-kills': { rounds: 10, run: backupKills },
  'import-kills': { rounds: 10, run: importKills },
  'restore-flips': { rounds: 1, run: restoreDamaged },
  'disk-full': { rounds: 1, run: diskFull },
  'wrong-clock': { rounds: 1, run: wrongClock },
};

const selected = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'rollcall-faults-'));
const results: FaultResult[] = [];
try {
  const seed = await createSeed();
  const seedFile = join(root, 'seed.tar.gz');
  writeFileSync(seedFile, seed);
  for (const [name, fault] of Object.entries(faults)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    const workFolder = join(root, name);
    mkdirSync(workFolder);
    results.push(
      ...(await fault.run({ workFolder, seed, seedFile, log: console.log, rounds: fault.rounds })),
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

for (const result of results)
  console.log(`${result.outcome.toUpperCase()}  ${result.name}: ${result.detail}`);
saveFaultResults(results);
if (results.some((result) => result.outcome === 'failed')) process.exitCode = 1;
