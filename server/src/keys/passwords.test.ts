import { describe, expect, it } from 'vitest';
import { createLimiter, createPasswordHasher } from './passwords.ts';
import { createSetupCode } from './secrets.ts';

describe('password hashing', () => {
  it('makes salted argon2id hashes that verify', async () => {
    const { hash, verify, decoys } = await createPasswordHasher(1);
    const [first, second] = [await hash('correct horse'), await hash('correct horse')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verify(first, 'correct horse')).toBe(true);
    expect(await verify(first, 'correct horsE')).toBe(false);
    expect(await verify(decoys.chosen, 'correct horse')).toBe(false);
    expect(decoys.chosen.split('$').slice(0, 4)).toEqual(first.split('$').slice(0, 4));
  });
});

describe('the limiter', () => {
  it('runs at most the given number of tasks at once, in order, also after failures', async () => {
    const limited = createLimiter(2);
    let running = 0;
    let peak = 0;
    const order: number[] = [];
    const work = (index: number) => async () => {
      running += 1;
      peak = Math.max(peak, running);
      order.push(index);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      if (index % 3 === 0) throw new Error('fails');
    };
    await Promise.allSettled(Array.from({ length: 20 }, (_, index) => limited(work(index))));
    expect(peak).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});

describe('the set-up code', () => {
  it('matches in any case and with any separators, and differs each time', () => {
    const code = createSetupCode();
    expect(code.text).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(code.matches(code.text.toLowerCase().replaceAll('-', ' '))).toBe(true);
    expect(code.matches(`${code.text}A`)).toBe(false);
    expect(code.matches('')).toBe(false);
    expect(createSetupCode().text).not.toBe(code.text);
  });
});
