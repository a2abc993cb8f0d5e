import { normalise } from '@rollcall/core/faces/matching/match.rules';
import { afterEach, describe, expect, it } from 'vitest';
import { createInlineGallery } from './inline-gallery.ts';
import { createThreadedGallery } from './threaded-gallery.ts';

const SIZE = 128;
/** Numbers that look random and are the same in every run. */
function createNoise(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
const noise = createNoise(7);
const vector = () => normalise(Array.from({ length: SIZE }, noise));
const entry = (personId: string, modelId = 'm') => ({
  personId,
  templates: [{ modelId, embedding: vector(), quality: 1 }],
});

let opened: { close(): Promise<void> } | null = null;
const open = (workerUrl?: URL) => {
  const gallery = createThreadedGallery({ workerUrl });
  opened = gallery;
  return gallery;
};
afterEach(async () => {
  await opened?.close();
  opened = null;
});

describe('createThreadedGallery', () => {
  it('answers exactly what a gallery in the same thread answers', async () => {
    const [threaded, inline] = [open(), createInlineGallery()];
    const people = Array.from({ length: 500 }, (_, i) => entry(`p${i}`, i % 50 === 0 ? 'old' : 'm'));
    const gone = { personId: 'p7', templates: [] };
    for (const gallery of [threaded, inline]) {
      await gallery.put(people);
      await gallery.put([gone]);
    }
    expect(await threaded.count()).toEqual(await inline.count());
    expect(await threaded.outdated('m')).toEqual(await inline.outdated('m'));
    const members = await inline.members('m');
    expect(await threaded.members('m')).toEqual(members);
    expect(await threaded.survey('m', members.slice(0, 9))).toEqual(
      await inline.survey('m', members.slice(0, 9)),
    );
    for (let i = 0; i < 20; i++) {
      const probe = { modelId: 'm', embedding: vector() };
      const among = Array.from({ length: 30 }, (_, j) => `p${(i * 31 + j) % 520}`);
      expect(await threaded.search(probe)).toEqual(await inline.search(probe));
      expect(await threaded.neighbours(probe)).toEqual(await inline.neighbours(probe));
      expect(await threaded.search(probe, { among, limit: 30 })).toEqual(
        await inline.search(probe, { among, limit: 30 }),
      );
      expect(await threaded.scoreOf(`p${i}`, probe)).toBe(await inline.scoreOf(`p${i}`, probe));
    }
  });

  it('answers a call with every change made before it', async () => {
    const gallery = open();
    const one = entry('one');
    const [template] = one.templates;
    if (!template) throw new Error('one template');
    const answers = await Promise.all([
      gallery.put([one]),
      gallery.scoreOf('one', template),
      gallery.put([{ personId: 'one', templates: [] }]),
      gallery.scoreOf('one', template),
    ]);
    expect(answers[1]).toBeCloseTo(1, 5);
    expect(answers[3]).toBeNull();
  });

  it('searches the complete old gallery until a draft is swapped in', async () => {
    const gallery = open();
    await gallery.put([entry('old')]);
    const draft = gallery.draft();
    await draft.put([entry('new-1'), entry('new-2')]);
    expect(await gallery.count()).toEqual({ people: 1, templates: 1 });
    const discarded = gallery.draft();
    await discarded.put([entry('x')]);
    await discarded.discard();
    await draft.swapIn();
    const found = await gallery.search({ modelId: 'm', embedding: vector() }, { limit: 10 });
    expect(found.map(({ personId }) => personId).sort()).toEqual(['new-1', 'new-2']);
  });

  it('passes an error of the search on', async () => {
    const gallery = open();
    await gallery.put([entry('one')]);
    await expect(gallery.search({ modelId: 'm', embedding: new Float32Array(3) })).rejects.toThrow(
      'different models',
    );
  });

  it('refuses to search from the death of its thread until a complete gallery was swapped in', async () => {
    const gallery = open(new URL('../testing/mortal.worker.ts', import.meta.url));
    const one = entry('one');
    const probe = { modelId: 'm', embedding: vector() };
    const starting = { code: 'face_engine_starting' };
    await gallery.put([one]);
    const early = gallery.draft();
    await early.put([one]);
    const lost = new Promise<void>((resolve) => gallery.onLost(resolve));
    await gallery.search({ ...probe, modelId: 'die' }).catch(() => {});
    await lost;
    // A change of one person reaches the new, empty thread.
    await expect
      .poll(() => gallery.put([entry('two')]).then(() => 'put', String), { timeout: 5000 })
      .toBe('put');
    await expect(gallery.search(probe)).rejects.toMatchObject(starting);
    await expect(gallery.scoreOf('one', probe)).rejects.toMatchObject(starting);
    // Half of this draft died with the thread.
    await expect(early.put([entry('three')])).rejects.toMatchObject(starting);
    await expect(early.swapIn()).rejects.toMatchObject(starting);
    await expect(gallery.search(probe)).rejects.toMatchObject(starting);
    const complete = gallery.draft();
    await complete.put([one, entry('two')]);
    await complete.swapIn();
    expect(await gallery.search(probe)).toHaveLength(2);
  });

  it('says that its content is lost when the thread dies, and asks to try again', async () => {
    const gallery = open(new URL('../testing/dying.worker.mjs', import.meta.url));
    const lost = new Promise<void>((resolve) => gallery.onLost(resolve));
    await expect(gallery.count()).rejects.toMatchObject({ code: 'face_engine_starting' });
    await lost;
    await expect(gallery.count()).rejects.toMatchObject({ code: 'face_engine_starting' });
  });
});
