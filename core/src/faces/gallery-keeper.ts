import type { Ports } from '../ports.ts';
import { meanEmbedding } from './embedding.rules.ts';
import type { FaceTemplate } from './face.types.ts';
import type { StoredFace } from './face-store.ports.ts';
import type { TemplateVault } from './template-vault.ts';

type Needs = Pick<Ports, 'repos' | 'events' | 'gallery'> & { vault: TemplateVault };

/** The gallery names people by text. */
export const galleryKey = (personId: number): string => String(personId);

/**
 * Keeps the gallery in memory equal to the sealed templates in the database: all of them at the start, one person
 * at each change, told by whichever server made it. Per person and model it holds the mean of the photos, which
 * was measured to recognise better than the best of them.
 */
export function createGalleryKeeper({ repos, events, gallery, vault }: Needs) {
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

    /** Follows changes made by other servers too. Answers the way to stop. */
    follow: (onError: (error: unknown) => void): (() => void) =>
      events.subscribe(({ topic, personId }) => {
        if (topic !== 'faces') return;
        (personId === null ? load() : refresh(personId)).catch(onError);
      }),
  };
}

export type GalleryKeeper = ReturnType<typeof createGalleryKeeper>;
