import type { Events } from '../events/events.ports.ts';
import {
  type FaceGallery,
  type FaceRepos,
  galleryKey,
  type StoredFace,
  type TemplateVault,
} from './face.ports.ts';
import type { FaceTemplate } from './face.types.ts';
import { meanEmbedding } from './match.rules.ts';

interface Needs {
  readonly repos: FaceRepos;
  readonly events: Events;
  readonly gallery: FaceGallery;
  readonly vault: TemplateVault;
}

/**
 * Keeps the in-memory gallery in sync with the sealed templates in the database: all people at the start, one
 * person at each change. The gallery holds the mean of a person's templates per model, which was measured to
 * recognise better than the best single one.
 */
export function createGallerySync({ repos, events, gallery, vault }: Needs) {
  const meanTemplates = async (face: StoredFace): Promise<FaceTemplate[]> => {
    const person = await vault.forPerson(face.personId, face.key);
    const byModel = new Map<string, { embeddings: Float32Array[]; quality: number }>();
    for (const { modelId, sealed, quality } of face.templates) {
      const group = byModel.get(modelId) ?? { embeddings: [], quality: 1 };
      group.embeddings.push(await person.open(modelId, sealed));
      group.quality = Math.min(group.quality, quality);
      byModel.set(modelId, group);
    }
    return [...byModel].map(([modelId, { embeddings, quality }]) => ({
      modelId,
      embedding: meanEmbedding(embeddings),
      quality,
    }));
  };

  const refresh = async (personId: number): Promise<void> => {
    const face = await repos.faces.faceOf(personId);
    if (face && face.templates.length > 0) gallery.set(galleryKey(personId), await meanTemplates(face));
    else gallery.remove(galleryKey(personId));
  };

  const load = async (): Promise<void> => {
    gallery.clear();
    for await (const page of repos.faces.allFaces()) {
      for (const face of page) gallery.set(galleryKey(face.personId), await meanTemplates(face));
    }
  };

  return {
    load,
    refresh,

    /** Reloads on `faces` events, also those of other servers. Returns the function that unsubscribes. */
    follow: (onError: (error: unknown) => void): (() => void) =>
      events.subscribe(({ topic, personId }) => {
        if (topic !== 'faces') return;
        (personId === null ? load() : refresh(personId)).catch(onError);
      }),
  };
}
