import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODEL_PARTS } from '@rollcall/face/models/model-parts';
import { SFACE_MANIFEST } from '@rollcall/face/models/recogniser.manifest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserModels } from './browser-models.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-models-'));
  for (const { id } of MODEL_PARTS) await writeFile(join(folder, id), id);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const part = (id: string) => {
  const found = MODEL_PARTS.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};
const open = () => {
  const at = (id: string) => join(folder, id);
  return browserModels(() => ({
    detector: at('detector'),
    mesh: at('mesh'),
    blendshapes: at('blendshapes'),
    antiSpoof: at('antiSpoof'),
    recogniser: at('recogniser'),
    manifest: SFACE_MANIFEST,
  }));
};

describe('GET /models/:file', () => {
  it('is cached for ever only when v matches the content', async () => {
    const { file, sha256 } = part('mesh');
    const versioned = await open().request(`/models/${file}?v=${sha256.slice(0, 16)}`);
    expect([versioned.status, await versioned.text(), versioned.headers.get('cache-control')]).toEqual([
      200,
      'mesh',
      'public, max-age=31536000, immutable',
    ]);
    for (const query of ['', '?v=', '?v=0000000000000000']) {
      const other = await open().request(`/models/${file}${query}`);
      expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    }
  });

  it('serves the three guidance models and not the recogniser or the anti-spoof model', async () => {
    for (const { id, file } of MODEL_PARTS) {
      const { status } = await open().request(`/models/${file}`);
      expect([id, status]).toEqual([id, ['detector', 'mesh', 'blendshapes'].includes(id) ? 200 : 404]);
    }
  });

  it.each(['/models/', '/models/.lock', '/models/..%2fpackage.json', '/models/recogniser'])(
    'answers 404 for other paths: %s',
    async (path) => {
      expect((await open().request(path)).status).toBe(404);
    },
  );

  it('answers 503 with Retry-After while the models are downloading', async () => {
    const answer = await browserModels(() => null).request(`/models/${part('mesh').file}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
