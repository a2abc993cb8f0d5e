import { describe, expect, it } from 'vitest';
import { CameraTimeout, InsecurePage, problemOf } from './camera-problem.ts';

describe('a camera that does not start', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'unavailable'],
  ])('answers %s with the sentence for "%s"', (name, problem) => {
    expect(problemOf(new DOMException('', name))).toBe(problem);
  });

  it('knows its own two errors, and calls anything else unavailable', () => {
    expect(problemOf(new CameraTimeout())).toBe('timed-out');
    expect(problemOf(new InsecurePage())).toBe('insecure');
    expect([problemOf(null), problemOf('NotAllowedError'), problemOf(undefined)]).toEqual([
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
  });
});
