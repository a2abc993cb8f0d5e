import { describe, expect, it } from 'vitest';
import { recount } from './recount.ts';

const write = (key: string, acknowledged: boolean, sent = 1) => ({ key, acknowledged, sent });

describe('recount', () => {
  it('finds what was acknowledged and is not there', () => {
    const found = recount([write('a', true), write('b', true), write('c', false)], new Map([['a', 1]]));
    expect(found).toMatchObject({ acknowledged: 2, lost: ['b'], doubled: [], saved_unknown: 0 });
  });

  it('tells what was doubled by the product from what a client sent again', () => {
    const rows = new Map([
      ['once', 2],
      ['twice', 2],
      ['thrice of two', 3],
      ['untold', 1],
    ]);
    const writes = [
      write('once', true),
      write('twice', true, 2),
      write('thrice of two', true, 2),
      write('untold', false),
    ];
    expect(recount(writes, rows)).toEqual({
      acknowledged: 3,
      lost: [],
      doubled: ['once', 'thrice of two'],
      saved_again: 1,
      saved_unknown: 1,
    });
  });
});
