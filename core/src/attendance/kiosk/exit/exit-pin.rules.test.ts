import { describe, expect, it } from 'vitest';
import { isExitPin, pauseLeft, verifierOf } from './exit-pin.rules.ts';

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

describe('the exit PIN', () => {
  it('is known by its verifier, and no other PIN is, nor the same with another salt', async () => {
    const verifier = await verifierOf('4071', random);
    expect(await isExitPin('4071', verifier)).toBe(true);
    for (const wrong of ['4072', '40710', '0471', '']) expect(await isExitPin(wrong, verifier)).toBe(false);
    const other = await verifierOf('4071', random);
    expect(other.hash).not.toEqual(verifier.hash);
    expect(await isExitPin('4071', { ...verifier, salt: other.salt })).toBe(false);
    expect(await isExitPin('4071', { ...verifier, hash: new Uint8Array() })).toBe(false);
  });

  it('costs whoever tries them all a sound number of rounds', async () => {
    expect((await verifierOf('4071', random)).rounds).toBeGreaterThanOrEqual(600_000);
  });
});

describe('the pause after wrong tries', () => {
  const lastAt = new Date('2026-03-02T08:00:00Z');
  const later = (ms: number) => new Date(lastAt.getTime() + ms);

  it('begins with the third, doubles, and ends at ten minutes', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 8, 9, 60].map((count) => pauseLeft({ count, lastAt }, lastAt) / 1000);
    expect(pauses).toEqual([0, 0, 0, 10, 20, 40, 320, 600, 600]);
  });

  it('passes with time, and a clock that was set back does not shorten it', () => {
    const tries = { count: 3, lastAt };
    expect(pauseLeft(tries, later(4000))).toBe(6000);
    expect(pauseLeft(tries, later(10_000))).toBe(0);
    expect(pauseLeft(tries, later(-3_600_000))).toBe(10_000);
  });
});
