import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { MODEL_PARTS } from './models/model-parts.ts';
import { parseRecogniserManifest, profileOf, SFACE_MANIFEST } from './recogniser.manifest.ts';

describe('the built-in recogniser', () => {
  it('has the thresholds its last measurement suggests, and no others', async () => {
    const results = new URL('../../bench/results/accuracy.json', import.meta.url);
    const measured: unknown = JSON.parse(await readFile(results, 'utf8'));
    expect(measured).toMatchObject({ model: SFACE_MANIFEST.modelId, suggested: SFACE_MANIFEST.thresholds });
  });

  it('is the file the bill of materials names', () => {
    const part = MODEL_PARTS.find(({ id }) => id === 'recogniser');
    expect([SFACE_MANIFEST.file, SFACE_MANIFEST.sha256]).toEqual([part?.file, part?.sha256]);
  });

  it('survives being written as JSON, as an institution would', () => {
    expect(parseRecogniserManifest(JSON.parse(JSON.stringify(SFACE_MANIFEST)))).toEqual(SFACE_MANIFEST);
    expect(profileOf(SFACE_MANIFEST)).toMatchObject({ modelId: SFACE_MANIFEST.modelId, embeddingSize: 128 });
  });

  it('is stricter in a search than in a comparison of two', () => {
    const { verifyThreshold, identifyThreshold, agreeThreshold } = SFACE_MANIFEST.thresholds;
    expect(identifyThreshold).toBeGreaterThan(verifyThreshold);
    expect(verifyThreshold).toBeGreaterThan(agreeThreshold);
  });
});

describe('a recogniser manifest', () => {
  it.each([null, 'text', {}, { ...SFACE_MANIFEST, channelOrder: 'grb' }, { ...SFACE_MANIFEST, scale: 0 }])(
    'is refused when it is not one: %j',
    (source) => {
      expect(() => parseRecogniserManifest(source)).toThrow();
    },
  );

  it('is refused with the name of the field at fault', () => {
    expect(() => parseRecogniserManifest({ ...SFACE_MANIFEST, embeddingSize: '128' })).toThrow(
      /embeddingSize/,
    );
  });
});
