import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROVEN } from '../proof/promises.ts';
import { readResult } from '../proof/result-reader.ts';
import { fromRoot } from '../shared/results.ts';

/**
 * `npm run bench:quick [-- --photos DIR]`: small versions of the measurements on this machine, with
 * nothing kept. `--photos DIR`, one folder per person, adds people who mark themselves by their pictures.
 */
const { values } = parseArgs({ options: { photos: { type: 'string' } } });

interface QuickRun {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
}

const RUNS: readonly QuickRun[] = [
  { name: 'speed', script: 'speed/speed.ts', args: ['--ours'] },
  {
    name: 'gallery',
    script: 'gallery/gallery.ts',
    args: ['--sizes', '1000,10000,100000', '--people', '5000'],
  },
  {
    name: 'stress',
    script: 'stress/stress.ts',
    args: ['--minutes', '0.5', '--servers', '2', '--people', '40'],
  },
  {
    name: 'growth',
    script: 'growth/growth.ts',
    args: '--days 50000,500000 --people 2000 --closing 5000 --upgrade 100000 --backup 100000'.split(' '),
  },
  { name: 'failover', script: 'failover/failover.ts', args: ['--seconds', '4'] },
];
const WITH_PHOTOS: readonly QuickRun[] =
  values.photos === undefined
    ? []
    : [
        {
          name: 'rush',
          script: 'rush/rush.ts',
          args: ['--photos', values.photos, '--people', '60', '--minutes', '1'],
        },
      ];

const results = mkdtempSync(join(tmpdir(), 'rollcall-quick-'));
const failed: string[] = [];
const began = performance.now();
try {
  for (const { name, script, args } of [...RUNS, ...WITH_PHOTOS]) {
    const start = performance.now();
    const { status } = spawnSync('npx', ['tsx', fromRoot(`bench/src/${script}`), ...args], {
      cwd: fromRoot('.'),
      env: { ...process.env, BENCH_RESULTS: results },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const seconds = Math.round((performance.now() - start) / 1000);
    const file = join(results, `${name}.json`);
    if (status !== 0 || !existsSync(file)) failed.push(name);
    console.log(`\n${name}: ${seconds} s${failed.includes(name) ? ', FAILED' : ''}`);
    if (!existsSync(file)) continue;
    const of = readResult(name, JSON.parse(readFileSync(file, 'utf8')));
    for (const { promise, result, part, figure } of PROVEN.flatMap((group) => group.promises))
      if (result === name && (part === undefined || of.has(part)))
        console.log(`  ${promise}\n    ${figure(of)}`);
  }
} finally {
  rmSync(results, { recursive: true, force: true });
}
console.log(
  `\n${Math.round((performance.now() - began) / 1000)} s in all${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
);
process.exit(failed.length > 0 ? 1 : 0);
