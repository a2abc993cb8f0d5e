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

  it('is false for every other error', () => {
    const unique = Object.assign(new Error('duplicate key'), { code: '23505' });
    for (const error of [unique, new Error('boom'), 'text', undefined, null]) {
      expect(isDatabaseUnavailable(error)).toBe(false);
    }
  });
});
