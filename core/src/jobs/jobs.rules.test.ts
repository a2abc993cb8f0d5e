import { expect, it } from 'vitest';
import { backOffMs } from './jobs.rules.ts';

it('waits a minute after the first failure, twice as long after each further one, an hour at most', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => backOffMs(failures) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});
