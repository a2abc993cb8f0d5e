import type { OpenedFace, StoredFace, TemplateVault } from '../face.ports.ts';
import { meanEmbedding } from '../matching/match.rules.ts';

type PersonVault = Awaited<ReturnType<TemplateVault['forPerson']>>;

/**
 * Opens a stored face as the mean of its templates per model, which was measured to recognise better than the best
 * single one. What cannot be opened is left out and named: it is one person's problem, never the server's.
 */
export async function openFace(vault: TemplateVault, face: StoredFace): Promise<OpenedFace> {
  if (face.key === null) return { templates: [], problem: 'no_key' };
  let person: PersonVault;
  try {
    person = await vault.forPerson(face.personId, face.key);
  } catch {
    return { templates: [], problem: 'key_not_opened' };
  }
  let problem: OpenedFace['problem'] = null;
  const byModel = new Map<string, { embeddings: Float32Array[]; quality: number }>();
  for (const { modelId, sealed, quality } of face.templates) {
    const group = byModel.get(modelId) ?? { embeddings: [], quality: 1 };
    try {
      group.embeddings.push(await person.open(modelId, sealed));
    } catch {
      problem = 'template_not_opened';
      continue;
    }
    group.quality = Math.min(group.quality, quality);
    byModel.set(modelId, group);
  }
  const templates = [...byModel].map(([modelId, { embeddings, quality }]) => ({
    modelId,
    embedding: meanEmbedding(embeddings),
    quality,
  }));
  return { templates, problem };
}
