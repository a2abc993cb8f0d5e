import { describe, expect, it } from 'vitest';
import { toBase32 } from './base32.ts';
import { newCardCode, plainCardNumber, readScanned } from './card-codes.rules.ts';
import {
  importPhoneKey,
  isPhoneMac,
  isStepNow,
  leftOfStep,
  newPhoneId,
  phoneCode,
  STEP_MS,
  stepAt,
} from './phone-codes.rules.ts';

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

describe('base 32', () => {
  it('has five bits in each character, and no bit is lost', () => {
    expect(toBase32(new Uint8Array())).toBe('');
    expect(toBase32(new Uint8Array([0]))).toBe('00');
    expect(toBase32(new Uint8Array([255]))).toBe('ZW');
    expect(toBase32(new Uint8Array([255, 255, 255, 255, 255]))).toBe('ZZZZZZZZ');
    expect(toBase32(new Uint8Array([0, 0, 0, 0, 1]))).toBe('00000001');
    const seen = new Set(Array.from({ length: 256 }, (_, byte) => toBase32(new Uint8Array([byte, 1, 2]))));
    expect(seen.size).toBe(256);
  });
});

describe('what was scanned', () => {
  it('is told apart by its form, in any case and with spaces around it', () => {
    const code = newCardCode(random);
    expect(code).toHaveLength(36);
    expect(readScanned(` ${code.toLowerCase()}\n`)).toEqual({ kind: 'printed', code });
    expect(readScanned('04:a2:3f:9b')).toEqual({ kind: 'number', number: '04A23F9B' });
    expect(readScanned('RP1:0123456789ABCDEF.59000000.0123456789ABCDEF')).toEqual({
      kind: 'phone',
      phoneId: '0123456789ABCDEF',
      step: 59_000_000,
      mac: '0123456789ABCDEF',
    });
  });

  it.each([
    '',
    'https://example.org',
    'RC1:TOO-SHORT',
    `RC2:${'A'.repeat(32)}`,
    `RC1:${'U'.repeat(32)}`,
    'RP1:0123456789ABCDEF.-1.0123456789ABCDEF',
    'hello',
    '123',
  ])('is nothing of ours: %s', (text) => {
    expect(readScanned(text)).toBeNull();
  });

  it('is a number with its leading zeros', () => {
    expect(plainCardNumber('0004.5678')).toBe('00045678');
    expect(plainCardNumber('45678')).toBe('45678');
  });
});

describe('the code of a phone', () => {
  const at = new Date('2026-11-13T08:00:29.999Z');

  it('changes every thirty seconds', async () => {
    const key = await importPhoneKey(random.bytes(32));
    const id = newPhoneId(random);
    const code = await phoneCode(key, id, at);
    expect(leftOfStep(at)).toBe(1);
    expect(await phoneCode(key, id, new Date('2026-11-13T08:00:00Z'))).toBe(code);
    expect(await phoneCode(key, id, new Date(at.getTime() + 1))).not.toBe(code);
  });

  it('is made by its own key, for its own phone and step', async () => {
    const key = await importPhoneKey(random.bytes(32));
    const id = newPhoneId(random);
    const scanned = readScanned(await phoneCode(key, id, at));
    if (scanned?.kind !== 'phone') throw new Error('Not the code of a phone');
    expect(await isPhoneMac(key, scanned)).toBe(true);
    expect(await isPhoneMac(key, { ...scanned, step: scanned.step + 1 })).toBe(false);
    expect(await isPhoneMac(key, { ...scanned, phoneId: newPhoneId(random) })).toBe(false);
    expect(await isPhoneMac(key, { ...scanned, mac: scanned.mac.slice(1) })).toBe(false);
    expect(await isPhoneMac(await importPhoneKey(random.bytes(32)), scanned)).toBe(false);
  });

  it('has a key that no script reads again', async () => {
    const key = await importPhoneKey(random.bytes(32));
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  it('counts one step before and after its own', () => {
    const step = stepAt(at);
    const off = [-2, -1, 0, 1, 2].map((by) => isStepNow(step + by, at));
    expect(off).toEqual([false, true, true, true, false]);
    expect(isStepNow(step, new Date(at.getTime() + STEP_MS))).toBe(true);
  });
});
