import { cosine, normalise } from '@rollcall/core/faces/matching/match.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGallery } from './gallery.ts';
import { createTemplateMatrix } from './template-matrix.ts';

const SIZE = 20;
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: SIZE, maxLength: SIZE })
  .filter((values) => Math.hypot(...values) > 0.1)
  .map(normalise);
const template = (embedding: Float32Array, modelId = 'm') => ({ modelId, embedding, quality: 1 });
const axis = (index: number) => {
  const out = new Float32Array(SIZE);
  out[index] = 1;
  return out;
};

type Step = { person: number; embeddings: Float32Array[] };
const steps = fc.array(
  fc.record<Step>({ person: fc.integer({ min: 0, max: 7 }), embeddings: fc.array(vector, { maxLength: 3 }) }),
  { maxLength: 30 },
);

describe('createGallery', () => {
  it('returns the same matches as a linear search, after any series of additions, replacements and removals', () => {
    fc.assert(
      fc.property(steps, vector, (series, probe) => {
        const gallery = createGallery();
        const plain = new Map<string, Float32Array[]>();
        for (const { person, embeddings } of series) {
          gallery.set(
            `p${person}`,
            embeddings.map((embedding) => template(embedding)),
          );
          plain.set(`p${person}`, embeddings);
        }
        const expected = [...plain]
          .filter(([, list]) => list.length > 0)
          .map(([personId, list]) => ({ personId, score: Math.max(...list.map((e) => cosine(e, probe))) }))
          .toSorted((a, b) => b.score - a.score);
        const found = gallery.search({ modelId: 'm', embedding: probe }, { limit: 100 });
        expect(found).toHaveLength(expected.length);
        found.forEach((match, i) => {
          expect(match.score).toBeCloseTo(expected[i]?.score ?? 0, 5);
        });
        expect(new Set(found.map((match) => match.personId)).size).toBe(found.length);
        for (const { personId, score } of expected) {
          expect(gallery.scoreOf(personId, { modelId: 'm', embedding: probe })).toBeCloseTo(score, 5);
        }
        expect(gallery.count().people).toBe(expected.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('answers the same with a first pass over rows of one byte a number', () => {
    // Rows that the codes can hardly tell apart, and rows with numbers above what a code can say.
    const near = fc
      .tuple(vector, vector)
      .map(([a, b]) => normalise(a.map((value, at) => value + (b[at] ?? 0) / 300)));
    const sharp = fc.nat({ max: SIZE - 1 }).map(axis);
    const row = fc.oneof(vector, near, sharp);
    fc.assert(
      fc.property(
        fc.array(fc.array(row, { maxLength: 3 }), { maxLength: 60 }),
        row,
        fc.nat({ max: 6 }),
        (people, probe, limit) => {
          const [rough, plain] = [createGallery({ roughFrom: 0 }), createGallery()];
          for (const gallery of [rough, plain]) {
            for (const [at, embeddings] of people.entries())
              gallery.set(
                `p${at}`,
                embeddings.map((embedding) => template(embedding)),
              );
            for (let at = 0; at < people.length; at += 3) gallery.remove(`p${at}`);
          }
          const asked = { modelId: 'm', embedding: probe };
          expect(rough.search(asked, { limit: limit + 1 })).toEqual(
            plain.search(asked, { limit: limit + 1 }),
          );
          expect(rough.neighbours(asked)).toEqual(plain.neighbours(asked));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('scores few rows again after the first pass', () => {
    const noise = (seed: number) =>
      Math.sin(seed * 12.9898) * 43_758.5453 - Math.floor(Math.sin(seed * 12.9898) * 43_758.5453) - 0.5;
    const row = (seed: number) => normalise(Array.from({ length: 128 }, (_, at) => noise(seed * 131 + at)));
    const matrix = createTemplateMatrix(128, true, 0);
    for (let at = 0; at < 3000; at++) matrix.add(row(at));
    const query = row(5000);
    const rough = matrix.scoreRoughly(query);
    const exact = matrix.scoreAll(query);
    if (!rough) throw new Error('There is no first pass.');
    const toScore = (code: number) => code / 254 ** 2;
    const worst = Math.max(...exact.map((score, at) => Math.abs(score - toScore(rough.scores[at] ?? 0))));
    expect(worst).toBeLessThan(toScore(rough.slack));
    const fifth = rough.scores.toSorted().at(-5) ?? 0;
    expect(rough.scores.filter((score) => score >= fifth - 2 * rough.slack).length).toBeLessThan(150);
  });

  it('compares the face data of people with everybody else’s, and never with their own', () => {
    const gallery = createGallery();
    const between = normalise(Float32Array.from(axis(0), (value, at) => value + (at === 1 ? 1 : 0)));
    gallery.set('p0', [template(axis(0)), template(axis(0))]);
    gallery.set('p1', [template(between)]);
    gallery.set('p2', [template(axis(2))]);
    gallery.set('old', [template(axis(3), 'other')]);
    expect(gallery.members('m').toSorted()).toEqual(['p0', 'p1', 'p2']);
    const [first, second] = gallery.survey('m', ['p0', 'nobody', 'old', 'p2']);
    expect(first?.personId).toBe('p0');
    expect(first?.neighbours.people).toBe(2);
    expect(first?.neighbours.nearest.map(({ personId }) => personId)).toEqual(['p1', 'p2']);
    expect(first?.neighbours.nearest[0]?.score).toBeCloseTo(Math.SQRT1_2, 5);
    expect(second?.personId).toBe('p2');
    expect(gallery.survey('unknown', ['p0'])).toEqual([]);
  });

  it('searches only the people in `among`', () => {
    const gallery = createGallery();
    for (let i = 0; i < 5; i++) gallery.set(`p${i}`, [template(axis(i))]);
    const found = gallery.search(
      { modelId: 'm', embedding: axis(2) },
      { among: ['p1', 'p4', 'nobody', 'p4'] },
    );
    expect(found.map((match) => match.personId).sort()).toEqual(['p1', 'p4']);
  });

  it('returns at most `limit` matches, best first', () => {
    const gallery = createGallery();
    for (let i = 0; i < 10; i++)
      gallery.set(`p${i}`, [template(normalise([1, i / 10, ...Array(SIZE - 2).fill(0)]))]);
    const found = gallery.search({ modelId: 'm', embedding: axis(0) }, { limit: 3 });
    expect(found.map((match) => match.personId)).toEqual(['p0', 'p1', 'p2']);
  });

  it('never compares templates of different models and lists people who must enrol again', () => {
    const gallery = createGallery();
    gallery.set('old', [template(axis(0), 'model-1')]);
    gallery.set('new', [template(axis(0), 'model-2')]);
    gallery.set('both', [template(axis(1), 'model-1'), template(axis(1), 'model-2')]);
    const probe = { modelId: 'model-2', embedding: axis(0) };
    expect(gallery.search(probe).map((match) => match.personId)).toEqual(['new', 'both']);
    expect(gallery.scoreOf('old', probe)).toBeNull();
    expect(gallery.outdated('model-2')).toEqual(['old']);
    expect(gallery.search({ modelId: 'model-3', embedding: axis(0) })).toEqual([]);
  });

  it('removes all templates of a person', () => {
    const gallery = createGallery();
    gallery.set('a', [template(axis(0)), template(axis(1))]);
    gallery.set('b', [template(axis(2))]);
    gallery.remove('a');
    expect(gallery.search({ modelId: 'm', embedding: axis(0) }).map((m) => m.personId)).toEqual(['b']);
    expect(gallery.count()).toEqual({ people: 1, templates: 1 });
    gallery.clear();
    expect(gallery.count()).toEqual({ people: 0, templates: 0 });
  });

  it('throws for a probe of the wrong length', () => {
    const gallery = createGallery();
    gallery.set('a', [template(axis(0))]);
    expect(() => gallery.search({ modelId: 'm', embedding: new Float32Array(3) })).toThrow();
  });
});

describe('the SIMD kernel', () => {
  it.each([1, 15, 16, 17, 128, 512])(
    'agrees with the JavaScript kernel at %i numbers, also while memory grows',
    (size) => {
      const [fast, plain] = [createTemplateMatrix(size), createTemplateMatrix(size, false)];
      const row = (seed: number) =>
        normalise(Array.from({ length: size }, (_, i) => Math.sin(seed * 31 + i * 7)));
      for (let i = 0; i < 700; i++) {
        fast.add(row(i));
        plain.add(row(i));
      }
      const [one, other] = [fast.scoreAll(row(3)), plain.scoreAll(row(3))];
      expect(one[3]).toBeCloseTo(1, 5);
      for (let i = 0; i < 700; i++) expect(one[i]).toBeCloseTo(other[i] ?? 0, 5);
    },
  );
});
