import { describe, expect, it } from 'vitest';
import type { Visitor } from '../rush/load/orders.ts';
import { visitLike } from '../rush/load/visit.fixture.ts';
import { toSample } from '../rush/metrics.ts';
import { comeAgain, quartersOf, serverTrends } from './measure-soak.ts';

const visitor = (code: string): Visitor => ({ code, means: 'kiosk', section: 'S1', file: '', token: null });
const visit = (arrivedAt: number, firstMs: number) => visitLike({ arrivedAt, askedAt: arrivedAt, firstMs });

describe('hours of load', () => {
  it('brings people to kiosks again and again, and those with their own device once, evenly, fifty a minute', () => {
    const own = ['x', 'y'].map((code): Visitor => ({ ...visitor(code), means: 'own' }));
    const { visitors, times } = comeAgain([...own, ...['a', 'b', 'c'].map(visitor)], 0.1);
    expect(visitors).toHaveLength(300);
    expect(visitors.map(({ means }, at) => (means === 'own' ? at : -1)).filter((at) => at >= 0)).toEqual([
      74, 224,
    ]);
    expect(visitors.slice(0, 4).map(({ code }) => code)).toEqual(['a', 'b', 'c', 'a']);
    expect([times[0], times[1], times.at(-1)]).toEqual([0, 1200, 299 * 1200]);
  });

  it('brings nobody where nobody is', () => {
    expect(comeAgain([], 1)).toEqual({ visitors: [], times: [] });
  });

  it('compares the quarters of its time', () => {
    const quarters = quartersOf(
      [visit(0, 10), visit(999, 20), visit(1000, 30), visit(2500, 40), visit(3999, 50)],
      [
        { at: 500, ms: 7, status: 200 },
        { at: 5000, ms: 9, status: 200 },
      ],
    );
    expect(quarters.map(({ visits }) => visits)).toEqual([2, 1, 1, 1]);
    expect(quarters.map(({ kiosk_first_answer_ms }) => kiosk_first_answer_ms.max)).toEqual([20, 30, 40, 50]);
    expect(quarters.map(({ office_ms }) => office_ms.max)).toEqual([7, 0, 0, 9]);
  });

  it('sees handles that are never given back', () => {
    const sample = toSample('', 0);
    const samples = Array.from({ length: 40 }, (_, at) => ({
      ...sample,
      at: at * 60_000,
      memory_mb: 500,
      heap_mb: 100,
      resources: 60,
      open_files: 80 + at,
    }));
    const { memory_mb, open_files } = serverTrends(samples);
    expect([memory_mb.is_flat, open_files.is_flat]).toEqual([true, false]);
  });

  it('judges a heap by what is left after collections', () => {
    const samples = (kept: (at: number) => number, garbage: (at: number) => number) =>
      Array.from({ length: 480 }, (_, at) => ({
        ...toSample('', at * 5_000),
        heap_mb: kept(at) + garbage(at),
      }));
    const often = (at: number) => at % 10;
    const rarely = (at: number) => (at > 300 ? 3 * (at % 10) : often(at));
    expect(serverTrends(samples(() => 60, rarely)).heap_mb).toMatchObject({ growth: 0, is_flat: true });
    expect(serverTrends(samples((at) => 60 + at / 20, often)).heap_mb.is_flat).toBe(false);
  });
});
