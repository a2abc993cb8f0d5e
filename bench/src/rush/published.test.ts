import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../shared/results.ts';
import type { Published } from './tables.ts';

const result: Published = JSON.parse(readFileSync(fromRoot('bench/results/rush.json'), 'utf8'));
const measured = [result.embedded, result.postgres, result.servers].flatMap((part) => part ?? []);

describe('the measured rush', () => {
  it('lost no acknowledged mark and wrote none twice', () => {
    expect(measured.length).toBeGreaterThan(0);
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
