import { describe, expect, it } from 'vitest';
import { scopeKey, scopeOfKey } from './report-fields.tsx';

describe('report scope', () => {
  it.each([
    [{ class: 3, section: undefined }],
    [{ class: undefined, section: 'class 7' }],
    [{ class: undefined, section: undefined }],
  ])('is the same after encoding as a select option: %o', (scope) => {
    expect(scopeOfKey(scopeKey(scope))).toEqual(scope);
  });
});
