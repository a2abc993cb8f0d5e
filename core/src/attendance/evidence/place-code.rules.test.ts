import { describe, expect, it } from 'vitest';
import { codeChangesAt, isPlaceCode, PLACE_CODE_SECONDS, placeCodeAt } from './place-code.rules.ts';

const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
const other = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
const at = new Date('2026-11-16T08:00:10Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);

describe('the code of a place', () => {
  it('has six digits, is the same on every server, and differs by place, window and secret', async () => {
    const code = await placeCodeAt(secret, 7, at);
    expect(code).toMatch(/^\d{6}$/);
    expect(await placeCodeAt(secret, 7, later(5))).toBe(code);
    expect(await placeCodeAt(secret, 8, at)).not.toBe(code);
    expect(await placeCodeAt(secret, null, at)).not.toBe(code);
    expect(await placeCodeAt(secret, 7, later(PLACE_CODE_SECONDS))).not.toBe(code);
    expect(await placeCodeAt(other, 7, at)).not.toBe(code);
  });

  it('says when it changes', () => {
    expect(codeChangesAt(at)).toEqual(new Date('2026-11-16T08:00:30Z'));
    expect(codeChangesAt(new Date('2026-11-16T08:00:30Z'))).toEqual(new Date('2026-11-16T08:01:00Z'));
  });

  it('is accepted while it is shown and while the next one is, then no more', async () => {
    const code = await placeCodeAt(secret, 7, at);
    const accepted = (seconds: number) => isPlaceCode(code, secret, [7], later(seconds));
    expect(await accepted(0)).toBe(true);
    expect(await accepted(49)).toBe(true);
    expect(await accepted(51)).toBe(false);
    expect(await accepted(-11)).toBe(false);
  });

  it('of a class is worth nothing to somebody who is not in it', async () => {
    const code = await placeCodeAt(secret, 7, at);
    expect(await isPlaceCode(code, secret, [8, null], at)).toBe(false);
    expect(await isPlaceCode(code, secret, [8, 7], at)).toBe(true);
    expect(await isPlaceCode('', secret, [7], at)).toBe(false);
  });

  it('takes every value about equally often', async () => {
    const codes = await Promise.all(
      Array.from({ length: 2_000 }, (_, i) => placeCodeAt(secret, 1, later(i * PLACE_CODE_SECONDS))),
    );
    const first = Array.from(
      { length: 10 },
      (_, digit) => codes.filter((code) => code.startsWith(`${digit}`)).length,
    );
    for (const count of first) expect(Math.abs(count - 200)).toBeLessThan(70);
    expect(new Set(codes).size).toBeGreaterThan(1_990);
  });
});
