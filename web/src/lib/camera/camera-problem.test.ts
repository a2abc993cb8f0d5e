import { describe, expect, it } from 'vitest';
import { CameraTimeout, InsecurePage, problemOf } from './camera-problem.ts';

describe('camera problems', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'unavailable'],
  ])('maps %s to "%s"', (name, problem) => {
    expect(problemOf(new DOMException('', name))).toBe(problem);
  });

  it('maps its own two errors, and anything else to "unavailable"', () => {
    expect(problemOf(new CameraTimeout())).toBe('timed-out');
    expect(problemOf(new InsecurePage())).toBe('insecure');
    expect([problemOf(null), problemOf('NotAllowedError'), problemOf(undefined)]).toEqual([
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
  });
});
