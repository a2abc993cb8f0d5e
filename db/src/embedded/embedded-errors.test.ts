import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError, isDatabaseUnavailable } from './embedded-errors.ts';

describe('isDatabaseUnavailable', () => {
  it('recognises our own, network and driver errors at any depth of wrapping', () => {
    const ours = new DatabaseUnavailableError('57014', 'too long');
    const network = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const driver = new Error('Client has encountered a connection error and is not queryable');
    for (const cause of [ours, network, driver]) {
      expect(isDatabaseUnavailable(cause)).toBe(true);
      expect(isDatabaseUnavailable(new Error('Failed query', { cause: new Error('inner', { cause }) }))).toBe(
        true,
      );
    }
  });

  it('recognises read-only, refused and overloaded servers and lost networks', () => {
    const codes = ['25006', '55000', '57P01', '57P02', '57P03', '53300', '08006', '08P01', '28P01', '57014'];
    const network = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'ECONNRESET', 'ECONNREFUSED', 'EAI_AGAIN'];
    const missed = [...codes, ...network].filter(
      (code) => !isDatabaseUnavailable(new Error('wrapped', { cause: Object.assign(new Error(), { code }) })),
    );
    expect(missed).toEqual([]);
  });

  it('is false for every other error', () => {
    const unique = Object.assign(new Error('duplicate key'), { code: '23505' });
    for (const error of [unique, new Error('boom'), 'text', undefined, null]) {
      expect(isDatabaseUnavailable(error)).toBe(false);
    }
  });
});
