import { describe, expect, it } from 'vitest';
import { findDuplicate, templateFromPhotos } from './enrolment.rules.ts';
import { personEmbedding, TEST_PROFILE as profile } from './observation.fixture.ts';

const photo = (axis: number, lean: number, quality = 0.9) => ({
  embedding: personEmbedding(axis, lean),
  quality,
});

describe('enrolment from several photos', () => {
  it('makes one template of length 1 that says which model made it and how good the worst photo was', () => {
    const outcome = templateFromPhotos([photo(0, 0), photo(0, 0.3, 0.5), photo(0, 0.6)], profile);
    if (outcome.kind !== 'template') throw new Error('expected a template');
    expect(Math.hypot(...outcome.template.embedding)).toBeCloseTo(1);
    expect(outcome.template).toMatchObject({ modelId: 'test-model', quality: 0.5 });
  });

  it('refuses photos of different people and says which is the odd one', () => {
    expect(templateFromPhotos([photo(0, 0), photo(4, 0), photo(0, 0.2)], profile)).toEqual({
      kind: 'photos_disagree',
      oddOne: 1,
    });
    expect(templateFromPhotos([photo(0, 0), photo(4, 0)], profile).kind).toBe('photos_disagree');
  });

  it('takes a single photo as it is', () => {
    expect(templateFromPhotos([photo(2, 0)], profile)).toMatchObject({
      kind: 'template',
      template: { embedding: personEmbedding(2) },
    });
  });
});

describe('a face already enrolled under another id', () => {
  const find = (score: number, lookAlikes: [string, string][] = []) =>
    findDuplicate({ profile, personId: 'new', matches: [{ personId: 'old', score }], lookAlikes });

  it('is found, with that id', () => {
    expect(find(0.8)).toEqual({ personId: 'old', score: 0.8 });
    expect(find(0.4)).toBeNull();
  });

  it('is let through when the admin recorded the two as look-alikes', () => {
    expect(find(0.8, [['old', 'new']])).toBeNull();
  });

  it('is not the person themselves enrolling again', () => {
    const matches = [{ personId: 'new', score: 0.95 }];
    expect(findDuplicate({ profile, personId: 'new', matches, lookAlikes: [] })).toBeNull();
  });
});
