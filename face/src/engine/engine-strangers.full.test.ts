import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddingOf, openEnrolledFour } from '../testing/enrolled-four.ts';
import { FETCH_TIMEOUT_MS, openFixtures } from '../testing/fixtures.ts';

let four: Awaited<ReturnType<typeof openEnrolledFour>>;
beforeAll(async () => {
  four = await openEnrolledFour();
}, FETCH_TIMEOUT_MS);
afterAll(() => four.engine.close());

describe('four people enrolled with three photos each', () => {
  /** Expects that no face in the images is identified; returns the number of faces. */
  async function expectUnknown(images: readonly Uint8Array[], scene: 'one' | 'many'): Promise<number> {
    let seen = 0;
    for (const image of images)
      for (const face of (await four.analyse(image, scene)).faces) {
        expect(four.identify(embeddingOf(face))).toEqual({ kind: 'unknown' });
        seen++;
      }
    return seen;
  }

  it.each(['female', 'male'])('are not recognised in portraits of strangers (%s)', async (folder) => {
    const strangers = await openFixtures('strangers');
    const portraits = Array.from({ length: 18 }, (_, i) =>
      strangers(`src/demo/faces/${folder}/${i + 1}.jpg`),
    );
    expect(await expectUnknown(portraits, 'one')).toBe(18);
  });

  it('are not recognised in pictures of groups of strangers', async () => {
    const groups = await openFixtures('groups');
    const pictures = ['sample1', 'sample3', 'sample5'].map((name) => groups(`demo/${name}.jpg`));
    expect(await expectUnknown(pictures, 'many')).toBeGreaterThanOrEqual(9);
  });
});
