import { describe, expect, it } from 'vitest';
import { inLanes } from './serial.ts';

/** Numbers, with a list of what happened to them. */
function createSource(count: number, failsAt = Number.POSITIVE_INFINITY) {
  const made: (number | 'closed')[] = [];
  async function* numbers() {
    try {
      for (let i = 0; i < count; i++) {
        if (i === failsAt) throw new Error(`no ${i}`);
        made.push(i);
        yield i;
      }
    } finally {
      made.push('closed');
    }
  }
  return { made, numbers };
}
const turn = () => new Promise((next) => setImmediate(next));

describe('inLanes', () => {
  it('works on so many values at once, and on each of them once', async () => {
    const { made, numbers } = createSource(7);
    const seen: number[] = [];
    let underWay = 0;
    let most = 0;
    await inLanes(numbers(), 2, async (value) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await turn();
      seen.push(value);
      underWay -= 1;
    });
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
    expect(made.at(-1)).toBe('closed');
  });

  it('begins nothing more after a failure, and throws it when the rest has ended', async () => {
    const { made, numbers } = createSource(9);
    const ended: number[] = [];
    const run = inLanes(numbers(), 2, async (value) => {
      if (value === 2) throw new Error('no 2');
      for (let i = 0; i < 5; i++) await turn();
      ended.push(value);
    });
    await expect(run).rejects.toThrow('no 2');
    // The next one may have begun beside it.
    expect(ended.filter((value) => value > 3)).toEqual([]);
    expect(made.at(-1)).toBe('closed');
  });

  it('throws the first failure, whatever the other lane and the source say afterwards', async () => {
    async function* numbers() {
      try {
        for (let i = 0; ; i++) yield i;
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: a source that fails when it is closed
        throw new Error('closing');
      }
    }
    const run = inLanes(numbers(), 2, async (value) => {
      for (let i = 0; i < 2 - value; i++) await turn();
      throw new Error(`no ${value}`);
    });
    await expect(run).rejects.toThrow('no 1');
  });

  it('throws what the source throws', async () => {
    const { numbers } = createSource(5, 3);
    await expect(inLanes(numbers(), 2, turn as () => Promise<void>)).rejects.toThrow('no 3');
  });
});
