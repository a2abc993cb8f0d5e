import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError, isDatabaseUnavailable } from './embedded-errors.ts';

describe('telling an unavailable database from a failing statement', () => {
  it('knows ours, the network and the driver, however deep they are wrapped', () => {
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

  it('leaves everything else to its own handling', () => {
    const unique = Object.assign(new Error('duplicate key'), { code: '23505' });
    for (const error of [unique, new Error('boom'), 'text', undefined, null]) {
      expect(isDatabaseUnavailable(error)).toBe(false);
    }
  });
});
