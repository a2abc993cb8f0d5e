import type { MasterKey, OpenedFace, StoredFace } from '@rollcall/core/faces/face.ports';
import { openFace } from '@rollcall/core/faces/keys/face-opener';
import { createTemplateVault } from '@rollcall/core/faces/keys/template-vault';
import { nodeUnsealer } from './node-unsealer.ts';

export interface OpeningTask {
  readonly faces: readonly StoredFace[];
  /** Those that wrap the keys of these faces, as far as they are here. */
  readonly keys: readonly MasterKey[];
}

/** This thread seals nothing. */
const nothing = () => {
  throw new Error('Faces are only opened here.');
};

/** Puts all embeddings into one buffer: between threads one large buffer costs far less than many small ones. */
function together(opened: readonly OpenedFace[]): OpenedFace[] {
  const numbers = opened.flatMap(({ templates }) => templates.map(({ embedding }) => embedding.length));
  const all = new Float32Array(numbers.reduce((sum, each) => sum + each, 0));
  let end = 0;
  return opened.map(({ templates, problem }) => ({
    problem,
    templates: templates.map(({ modelId, embedding, quality }) => {
      all.set(embedding, end);
      end += embedding.length;
      return { modelId, quality, embedding: all.subarray(end - embedding.length, end) };
    }),
  }));
}

/** Opens faces on a worker thread; called by Piscina. */
export default async function open({ faces, keys }: OpeningTask): Promise<OpenedFace[]> {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const vault = createTemplateVault({
    keys: { current: nothing, byId: (id) => byId.get(id) ?? null },
    random: { bytes: nothing },
    unsealer: nodeUnsealer,
  });
  const opened: OpenedFace[] = [];
  for (const face of faces) opened.push(await openFace(vault, face));
  return together(opened);
}
