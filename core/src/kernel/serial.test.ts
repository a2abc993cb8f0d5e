import { describe, expect, it } from 'vitest';
import { readAhead } from './serial.ts';

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

describe('readAhead', () => {
  it('gives every value once, in order, and asks for one more than is used', async () => {
    const { made, numbers } = createSource(4);
    const seen: number[] = [];
    for await (const value of readAhead(numbers())) {
      seen.push(value);
      await turn();
      if (value < 3) expect(made).toEqual(Array.from({ length: value + 2 }, (_, i) => i));
    }
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(made).toEqual([0, 1, 2, 3, 'closed']);
  });

  it('passes a failure on after the values before it', async () => {
    const seen: number[] = [];
    const read = async () => {
      for await (const value of readAhead(createSource(4, 2).numbers())) seen.push(value);
    };
    await expect(read()).rejects.toThrow('no 2');
    expect(seen).toEqual([0, 1]);
  });

  it('closes what it reads from when it is left early, also before a failure that nobody waits for', async () => {
    for (const failsAt of [1, 9]) {
      const { made, numbers } = createSource(4, failsAt);
      for await (const value of readAhead(numbers())) {
        await turn();
        if (value === 0) break;
      }
      await turn();
      expect(made.at(-1)).toBe('closed');
    }
  });
});
