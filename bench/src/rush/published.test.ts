import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';
import { type Published, rushTable, serversTable, sizesTable } from './tables.ts';

const result: Published = JSON.parse(readFileSync(fromRoot('bench/results/rush.json'), 'utf8'));
const page = readFileSync(fromRoot('docs/SCALE.md'), 'utf8');
const [section = ''] = (page.split('## Measured: a rush')[1] ?? '').split('\n## ');

/** The rows below a heading of the section; none where it has no table. */
const shownUnder = (heading: string): string[] => {
  const [part = ''] = (section.split(`### ${heading}\n`)[1] ?? '').split('\n### ');
  const [, table = ''] = part.split('|---|---|');
  return table.split('\n').filter((line) => line.startsWith('|'));
};
const measured = [result.embedded, result.postgres, result.servers].flatMap((part) => part ?? []);

describe('the measured rush in docs/SCALE.md', () => {
  it('is that of the last run, and nothing else', () => {
    expect(measured.length).toBeGreaterThan(0);
    expect(shownUnder('On the embedded database')).toEqual(result.embedded ? rushTable(result.embedded) : []);
    expect(shownUnder('On PostgreSQL')).toEqual(result.postgres ? rushTable(result.postgres) : []);
    expect(shownUnder('Several servers')).toEqual(result.servers ? serversTable(result.servers) : []);
  });

  it('says what other sizes need', () => {
    const [, table = ''] = (page.split('## What a size needs')[1] ?? '').split('|---|---|---|');
    const [shown = ''] = table.split('\n\n');
    const rush = result.embedded;
    expect(shown.split('\n').filter(Boolean)).toEqual(rush ? sizesTable(rush) : []);
  });

  it('lost no acknowledged mark and wrote none twice', () => {
    for (const { compared_with_the_rows: compared } of measured) {
      expect(compared.acknowledged).toBeGreaterThan(0);
      expect([compared.lost, compared.doubled]).toEqual([0, 0]);
    }
  });

  it('told everybody who was sent away when to come back', () => {
    for (const rush of [result.embedded, result.postgres])
      expect(rush?.refusals.without_retry_after ?? 0).toBe(0);
  });
});
