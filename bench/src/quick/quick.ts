import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROVEN } from '../proof/promises.ts';
import { readResult } from '../proof/result-reader.ts';
import { scaleTable } from '../proof/scale-tables.ts';
import { fromRoot } from '../shared/results.ts';
import { leftOut, smallFigures } from './small-figures.ts';

/**
 * `npm run bench:quick [-- --photos DIR]`: small versions of the measurements on this machine, in about five minutes, with
 * nothing kept. `--photos DIR`, one folder per person, adds people who mark themselves by their pictures, which takes three or four more.
 */
const { values } = parseArgs({ options: { photos: { type: 'string' } } });

interface QuickRun {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** Tables of docs/SCALE.md that say more than the promises. */
  readonly tables?: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'rollcall-quick-'));

const RUNS: readonly QuickRun[] = [
  { name: 'speed', script: 'speed/speed.ts', args: ['--ours'] },
  {
    name: 'gallery',
    script: 'gallery/gallery.ts',
    args: ['--sizes', '1000,10000,100000', '--people', '5000'],
    tables: ['gallery', 'reload'],
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
  { name: 'failover', script: 'failover/failover.ts', args: ['--seconds', '4'], tables: ['failover'] },
];
const cameWith = (photos: string): QuickRun[] => {
  const people = ['--photos', photos, '--people', '60', '--cache', join(folder, 'people')];
  return [
    { name: 'rush', script: 'rush/rush.ts', args: [...people, '--minutes', '1'] },
    { name: 'soak', script: 'soak/soak.ts', args: [...people, '--hours', '0.01'], tables: ['soak'] },
  ];
};

const failed: string[] = [];
const shown = new Set<string>();
const began = performance.now();
const secondsSince = (moment: number) => Math.round((performance.now() - moment) / 1000);

function show({ name, tables = [] }: QuickRun, file: string): void {
  const result: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const { promise, figure } of smallFigures(PROVEN, name, readResult(name, result))) {
    shown.add(promise);
    console.log(`  ${promise}\n    ${figure}`);
  }
  for (const table of tables) console.log(`\n${scaleTable(table, { [name]: result })?.join('\n')}`);
}

try {
  for (const run of [...RUNS, ...(values.photos === undefined ? [] : cameWith(values.photos))]) {
    const { name, script, args } = run;
    const start = performance.now();
    const { status, stderr } = spawnSync('npx', ['tsx', fromRoot(`bench/src/${script}`), ...args], {
      cwd: fromRoot('.'),
      env: { ...process.env, BENCH_RESULTS: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    const file = join(folder, `${name}.json`);
    if (status !== 0 || !existsSync(file)) {
      failed.push(name);
      process.stderr.write(stderr);
    }
    console.log(`\n${name}: ${secondsSince(start)} s${failed.includes(name) ? ', FAILED' : ''}`);
    if (existsSync(file)) show(run, file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('\nNot measured in a small run:');
for (const [command, promises] of leftOut(PROVEN, shown))
  console.log(`  npm run ${command}\n${promises.map((promise) => `    ${promise}`).join('\n')}`);
console.log(`\n${secondsSince(began)} s in all${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`);
process.exit(failed.length > 0 ? 1 : 0);
