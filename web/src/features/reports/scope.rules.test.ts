import { describe, expect, it } from 'vitest';
import { monthAway, scopeKey, scopeOfKey } from './scope.rules.ts';

describe('whose days a report is about', () => {
  it.each([
    [{ class: 3, section: undefined }],
    [{ class: undefined, section: 'class 7' }],
    [{ class: undefined, section: undefined }],
  ])('survives being a choice in a list: %o', (scope) => {
    expect(scopeOfKey(scopeKey(scope))).toEqual(scope);
  });
});

describe('the month beside a month', () => {
  it('crosses the year in both directions', () => {
    expect(monthAway('2026-01', -1)).toBe('2025-12');
    expect(monthAway('2025-12', 1)).toBe('2026-01');
    expect(monthAway('2026-03', 0)).toBe('2026-03');
  });
});
