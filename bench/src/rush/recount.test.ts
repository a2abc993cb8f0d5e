import { describe, expect, it } from 'vitest';
import { recount } from './recount.ts';

const MINUTE = 60_000;
const at = (code: string, minute: number, means: 'kiosk' | 'own' = 'kiosk') => ({
  code,
  means,
  at: minute * MINUTE,
});

describe('acknowledged marks against the rows', () => {
  it('agree when each has its row, and a repeated mark of the same sighting needs no other', () => {
    const told = [at('A', 1.1), at('A', 2), at('B', 3)];
    expect(recount(told, [at('A', 1), at('B', 2.9)])).toEqual({
      acknowledged: 3,
      people_acknowledged: 2,
      rows: 2,
      lost: 0,
      doubled: 0,
      not_acknowledged: 0,
    });
  });

  it('are lost without a row, and with one that was written later only', () => {
    expect(recount([at('A', 1), at('B', 1)], [at('B', 1)]).lost).toBe(1);
    expect(recount([at('A', 1)], [at('A', 2)]).lost).toBe(1);
    expect(recount([at('A', 1)], [at('B', 1)])).toMatchObject({ lost: 1, not_acknowledged: 1 });
  });

  it('are lost at a kiosk when the only row is of a sighting before; on an own device a day has one', () => {
    expect(recount([at('A', 1), at('A', 9)], [at('A', 1)]).lost).toBe(1);
    expect(recount([at('A', 1), at('A', 9)], [at('A', 1), at('A', 8.9)]).lost).toBe(0);
    expect(recount([at('A', 1, 'own'), at('A', 9, 'own')], [at('A', 1)]).lost).toBe(0);
  });

  it('are doubled when one sighting has two rows; two sightings are not', () => {
    expect(recount([at('A', 1)], [at('A', 1), at('A', 1)]).doubled).toBe(1);
    expect(recount([at('A', 1)], [at('A', 1), at('A', 5.9)]).doubled).toBe(1);
    expect(recount([at('A', 1)], [at('A', 1), at('A', 6)]).doubled).toBe(0);
    expect(recount([at('A', 1)], [at('A', 1), at('B', 1.5)]).doubled).toBe(0);
  });
});
