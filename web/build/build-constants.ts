import { existsSync, readFileSync, statSync } from 'node:fs';
import { type AttackResult, attackRows, genuineRows, placeRows } from './attack-figures.ts';
import { agesPrices, type FairnessResult, fairnessRows } from './fairness-figures.ts';

const RESULTS = new URL('../../bench/results/', import.meta.url);

function read(name: string): { json: unknown; day: string } | null {
  const file = new URL(name, RESULTS);
  if (!existsSync(file)) return null;
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const measured = at(json, ['measured_at']) ?? at(json, ['measured_on']);
  const day =
    typeof measured === 'string' ? measured.slice(0, 10) : statSync(file).mtime.toISOString().slice(0, 10);
  return { json, day };
}

function at(value: unknown, path: readonly string[]): unknown {
  let here: unknown = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.entries(here).find(([name]) => name === key)?.[1];
  }
  return here;
}

function number(value: unknown, ...paths: readonly string[][]): number | null {
  for (const path of paths) {
    const found = at(value, path);
    if (typeof found === 'number' && Number.isFinite(found)) return found;
  }
  return null;
}

/** Rows and people of the largest measured database, from the key (`embedded_1000000`) and the text `what`. */
function loadOf(json: unknown): { people: number | null; records: number | null } {
  const keys = typeof json === 'object' && json !== null ? Object.keys(json) : [];
  const sizes = keys.flatMap((key) => /^embedded_(\d+)$/.exec(key)?.[1] ?? []).map(Number);
  const people = /(\d+) people/.exec(String(at(json, ['what']) ?? ''))?.[1];
  return { people: people ? Number(people) : null, records: sizes.length > 0 ? Math.max(...sizes) : null };
}

/** The version that the server of the same build names. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8'),
  );
  return String(at(manifest, ['version']));
}

/** Reads the landing page's figures from the last committed benchmark results; null where there is none. */
export function readBenchFigures(): BenchFigures {
  const accuracy = read('accuracy.json');
  const speed = read('speed.json');
  const analytics = read('analytics.json');
  const load = loadOf(analytics?.json);
  const fairness = read('fairness.json');
  const measured = fairness?.json as FairnessResult | undefined; // written by bench:fairness
  const attack = read('attack.json');
  const tried = attack?.json as AttackResult | undefined; // written by bench:attack
  return {
    accuracy: accuracy && { value: number(accuracy.json, ['accuracy']), day: accuracy.day },
    requestP95Ms: speed && {
      value: number(speed.json, ['steps', 'threads_1', 'whole_request', 'p95_ms']),
      day: speed.day,
    },
    people: analytics && { value: load.people, day: analytics.day },
    records: analytics && { value: load.records, day: analytics.day },
    fairness: fairness && measured ? { rows: fairnessRows(measured), day: fairness.day } : null,
    ages: measured ? agesPrices(measured) : null,
    attacks:
      attack && tried
        ? { rows: attackRows(tried), places: placeRows(tried), genuine: genuineRows(tried), day: attack.day }
        : null,
  };
}

/** Reads the repository's address from the root package.json. */
export function readRepositoryUrl(): string {
  const manifest: { repository?: { url?: string } | string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const url = typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url;
  return (url ?? '').replace(/^git\+/, '').replace(/\.git$/, '');
}
