import { existsSync, readFileSync } from 'node:fs';
import { failoverTable, type Scenario } from '../failover/tables.ts';
import { galleryTable, type MeasuredGallery, reloadTable } from '../gallery/tables.ts';
import { growthTable, type PublishedGrowth } from '../growth/tables.ts';
import { type Published as PublishedRush, rushTable, serversTable, sizesTable } from '../rush/tables.ts';
import { fromRoot } from '../shared/results.ts';
import { type Published as PublishedSoak, soakTable } from '../soak/tables.ts';

/** What is saved of each measurement; a part that was not measured yet is missing. */
export interface ScaleResults {
  readonly rush?: PublishedRush;
  readonly failover?: { readonly scenarios: readonly Scenario[] };
  readonly gallery?: MeasuredGallery;
  readonly growth?: PublishedGrowth;
  readonly soak?: PublishedSoak;
}

const FIGURES = 'what | figure';
const table = (head: string, rows: readonly string[] | undefined): string[] | null =>
  rows ? [`| ${head} |`, `|${'---|'.repeat(head.split(' | ').length)}`, ...rows] : null;

/** The tables of docs/SCALE.md, by the name of their place in it; null for what was not measured. */
const TABLES: Readonly<Record<string, (results: ScaleResults) => string[] | null>> = {
  sizes: ({ rush }) =>
    table(
      'people who come within half an hour | marks a second in the busiest minute | cores of the servers',
      rush?.embedded && sizesTable(rush.embedded),
    ),
  'rush-embedded': ({ rush }) => table(FIGURES, rush?.embedded && rushTable(rush.embedded)),
  'rush-postgres': ({ rush }) => table(FIGURES, rush?.postgres && rushTable(rush.postgres)),
  servers: ({ rush }) => table(FIGURES, rush?.servers && serversTable(rush.servers)),
  failover: ({ failover }) =>
    table(
      'fault | it lasted | first success after it | longest without a success | refused | acknowledged, lost, doubled',
      failover && failoverTable(failover.scenarios),
    ),
  gallery: ({ gallery }) =>
    table(
      'people | search: median, 95 of 100 | exact search | reading all numbers once | memory',
      gallery && galleryTable(gallery),
    ),
  reload: ({ gallery }) =>
    table(
      'people | templates in the database | time | searches meanwhile that found nobody | event loop held up: median, 99 of 100',
      gallery && reloadTable(gallery),
    ),
  growth: ({ growth }) => (growth?.sizes ? growthTable(growth.sizes) : null),
  soak: ({ soak }) => table(FIGURES, soak && soakTable(soak)),
};

/** A table of docs/SCALE.md from these results; null for what they do not have. */
export const scaleTable = (name: string, results: ScaleResults): string[] | null =>
  TABLES[name]?.(results) ?? null;

/** The saved results, as the benches wrote them. */
export function savedScaleResults(): ScaleResults {
  const names = ['rush', 'failover', 'gallery', 'growth', 'soak'];
  const saved = names.flatMap((name) => {
    const file = fromRoot(`bench/results/${name}.json`);
    return existsSync(file) ? [[name, JSON.parse(readFileSync(file, 'utf8'))] as const] : [];
  });
  return Object.fromEntries(saved);
}

const PLACE = /<!-- ([\w-]+): made by npm run docs:proof -->\n[\s\S]*?<!-- end of \1 -->/g;

/** The page with its tables from the results. Every measured table must have a place, and every place a measured table. */
export function withScaleTables(page: string, results: ScaleResults): string {
  const placed = new Set<string>();
  const written = page.replace(PLACE, (_, name: string) => {
    placed.add(name);
    const lines = TABLES[name]?.(results);
    if (!lines) throw new Error(`docs/SCALE.md has a place for ${name}, which was not measured.`);
    return [`<!-- ${name}: made by npm run docs:proof -->`, ...lines, `<!-- end of ${name} -->`].join('\n');
  });
  const missing = Object.keys(TABLES).filter((name) => !placed.has(name) && TABLES[name]?.(results));
  if (missing.length > 0) throw new Error(`docs/SCALE.md has no place for ${missing.join(', ')}.`);
  return written;
}
