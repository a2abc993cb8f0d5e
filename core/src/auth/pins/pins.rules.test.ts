import { describe, expect, it } from 'vitest';
import { firstDigits, isEasyPin, isPin } from './pins.rules.ts';

describe('a PIN', () => {
  it('has four to eight digits', () => {
    expect(['4711', '47114', '12345679'].map(isPin)).toEqual([true, true, true]);
    const bad = ['471', '123456789', '47a1', '', ' 4711', '٤٧١١', '47.1', '-4711'];
    expect(bad.map(isPin)).toEqual(bad.map(() => false));
  });

  it('is not one that is tried first', () => {
    const easy = ['1111', '1234', '9876', '0123', '4747', '121212', '00000000'];
    expect(easy.map(isEasyPin)).toEqual(easy.map(() => true));
    expect(['4711', '1235', '2580', '1357', '47474'].map(isEasyPin)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is asked for by its first two digits', () => {
    expect(firstDigits('0481')).toBe('04');
  });
});
