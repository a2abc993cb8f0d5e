import type { Visit } from './visits.ts';

/** Somebody who was marked at a kiosk at the first try, for tests. */
export const visitLike = (change: Partial<Visit>): Visit => ({
  code: 'K0001',
  means: 'kiosk',
  arrivedAt: 1000,
  askedAt: 1100,
  firstMs: 300,
  acknowledgedAt: 1400,
  tries: 1,
  refusals: 0,
  withoutRetryAfter: 0,
  unreachable: 0,
  failures: [],
  word: 'marked',
  ...change,
});
