import { describe, expect, it } from 'vitest';
import { findDuplicate, templateFromPhotos } from './enrolment.rules.ts';
import type { GalleryMatch } from './gallery.ports.ts';
import { personEmbedding, TEST_PROFILE as profile } from './observation.fixture.ts';

const photo = (axis: number, lean: number, quality = 0.9) => ({
  embedding: personEmbedding(axis, lean),
  quality,
});

describe('enrolment from several photos', () => {
  it('returns one template of length 1 with the model id and the lowest quality of the photos', () => {
    const outcome = templateFromPhotos([photo(0, 0), photo(0, 0.3, 0.5), photo(0, 0.6)], profile);
    if (outcome.kind !== 'template') throw new Error('expected a template');
    expect(Math.hypot(...outcome.template.embedding)).toBeCloseTo(1);
    expect(outcome.template).toMatchObject({ modelId: 'test-model', quality: 0.5 });
  });

  it('refuses photos of different people and returns the outlier', () => {
    expect(templateFromPhotos([photo(0, 0), photo(4, 0), photo(0, 0.2)], profile)).toEqual({
      kind: 'photos_disagree',
      outlier: 1,
    });
    expect(templateFromPhotos([photo(0, 0), photo(4, 0)], profile).kind).toBe('photos_disagree');
  });

  it('uses the embedding of a single photo unchanged', () => {
    expect(templateFromPhotos([photo(2, 0)], profile)).toMatchObject({
      kind: 'template',
      template: { embedding: personEmbedding(2) },
    });
  });
});

describe('the search for a duplicate enrolment', () => {
  const find = (personId: string, score: number, lookAlikes: [string, string][] = [], people = 10) => {
    const matches = [{ personId, score }];
    const input = { personId: 'new', matches, neighbours: { nearest: matches, people } };
    return findDuplicate(input, { profile, ages: 'adults', lookAlikes });
  };

  it('returns the other person above the threshold for so many people', () => {
    expect(find('old', 0.8)).toEqual({ personId: 'old', score: 0.8 });
    expect(find('old', 0.4)).toBeNull();
    expect(find('old', 0.46)).not.toBeNull();
    expect(find('old', 0.46, [], 100)).toBeNull();
  });

  it('ignores people recorded as look-alikes', () => {
    expect(find('old', 0.8, [['old', 'new']])).toBeNull();
  });

  it('ignores earlier templates of the same person', () => {
    expect(find('new', 0.95)).toBeNull();
  });

  it('finds the other person also when somebody is enrolled again', () => {
    const crowd = Array.from({ length: 62 }, (_, i) => ({ personId: `p${i}`, score: 0.3 - i / 1000 }));
    const old = { personId: 'old', score: 0.62 };
    const found = (nearest: readonly GalleryMatch[]) =>
      findDuplicate(
        { personId: 'new', matches: nearest, neighbours: { nearest, people: 300 } },
        { profile, ages: 'adults', lookAlikes: [] },
      )?.personId;
    expect(found([old, ...crowd])).toBe('old');
    expect(found([{ personId: 'new', score: 0.97 }, old, ...crowd])).toBe('old');
  });
});
