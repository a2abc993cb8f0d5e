import { describe, expect, it } from 'vitest';
import { outcomeOf } from './upload-outcome.ts';

const yes = { success: true, message: 'ok', duplicate_of: null };
const no = (message: string, duplicate_of: { id: string; name: string } | null = null) => ({
  success: false,
  message,
  duplicate_of,
});
const twin = { id: 'S2', name: 'Ada' };

describe('three photos sent one by one', () => {
  it('registers a face with those that were accepted, if any', () => {
    expect(outcomeOf([yes, yes, yes], '')).toEqual({ kind: 'registered', accepted: 3 });
    expect(outcomeOf([no('dark'), no('dark'), yes], '')).toEqual({ kind: 'registered', accepted: 1 });
  });

  it('tells the first reason when none was', () => {
    expect(outcomeOf([no('dark'), no('blurred'), no('dark')], 'x')).toEqual({
      kind: 'refused',
      failure: { text: 'dark', duplicateOf: null },
    });
  });

  it('names whose face it is before anything else', () => {
    expect(outcomeOf([no('dark'), no('already Ada', twin), no('dark')], 'x')).toEqual({
      kind: 'refused',
      failure: { text: 'already Ada', duplicateOf: twin },
    });
  });

  it('has a sentence of its own when the server gave none', () => {
    expect(outcomeOf([no(''), no(''), no('')], 'Face registration failed. Please try again.')).toMatchObject({
      failure: { text: 'Face registration failed. Please try again.' },
    });
  });
});
