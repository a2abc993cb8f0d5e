import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';
import { kioskTable, type Published } from './tables.ts';

const result: Published = JSON.parse(readFileSync(fromRoot('bench/results/kiosk.json'), 'utf8'));
const page = readFileSync(fromRoot('docs/KIOSK.md'), 'utf8');
const [, section = ''] = (page.split('## Measured')[1] ?? '').split('|---|---|');

describe('the measured kiosk in docs/KIOSK.md', () => {
  it('is that of the last run, and nothing else', () => {
    const shown = section.split('\n').filter((line) => line.startsWith('|'));
    expect(shown).toEqual(kioskTable(result));
  });

  it('lost no entry and counted none twice', () => {
    expect([result.offline.lost, result.offline.doubled]).toEqual([0, 0]);
  });
});
