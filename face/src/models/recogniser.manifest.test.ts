import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { MODEL_PARTS } from './model-parts.ts';
import { parseRecogniserManifest, profileOf, SFACE_MANIFEST } from './recogniser.manifest.ts';

describe('the built-in recogniser', () => {
  const measured = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(`../../../bench/results/${name}.json`, import.meta.url), 'utf8'));

  it('has the margin and the agreement suggested by the last measurement', async () => {
    const { modelId, usualSpread, thresholds } = SFACE_MANIFEST;
    const { identifyMargin, agreeThreshold } = thresholds;
    expect(await measured('accuracy')).toMatchObject({
      model: modelId,
      suggested: { identifyMargin, agreeThreshold, usualSpread },
    });
  });

  it('has the thresholds whose price is published', async () => {
    const { modelId, thresholds } = SFACE_MANIFEST;
    expect(await measured('fairness')).toMatchObject({
      model: modelId,
      thresholds: {
        adults: thresholds.verifyThreshold,
        from_12: thresholds.verifyThresholdFrom12,
        under_12: thresholds.verifyThresholdUnder12,
      },
    });
  });

  it('is the file listed in MODEL_PARTS', () => {
    const part = MODEL_PARTS.find(({ id }) => id === 'recogniser');
    expect([SFACE_MANIFEST.file, SFACE_MANIFEST.sha256]).toEqual([part?.file, part?.sha256]);
  });

  it('round-trips through JSON', () => {
    expect(parseRecogniserManifest(JSON.parse(JSON.stringify(SFACE_MANIFEST)))).toEqual(SFACE_MANIFEST);
    expect(profileOf(SFACE_MANIFEST)).toMatchObject({ modelId: SFACE_MANIFEST.modelId, embeddingSize: 128 });
  });

  it('has a stricter threshold for identification than for verification', () => {
    const { verifyThreshold, identifyThreshold, agreeThreshold } = SFACE_MANIFEST.thresholds;
    expect(identifyThreshold).toBeGreaterThan(verifyThreshold);
    expect(verifyThreshold).toBeGreaterThan(agreeThreshold);
  });
});

describe('parseRecogniserManifest', () => {
  it.each([null, 'text', {}, { ...SFACE_MANIFEST, channelOrder: 'grb' }, { ...SFACE_MANIFEST, scale: 0 }])(
    'throws for an invalid manifest: %j',
    (source) => {
      expect(() => parseRecogniserManifest(source)).toThrow();
    },
  );

  it('names the invalid field', () => {
    expect(() => parseRecogniserManifest({ ...SFACE_MANIFEST, embeddingSize: '128' })).toThrow(
      /embeddingSize/,
    );
  });
});
