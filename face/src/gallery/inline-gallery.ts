import type { FaceGallery } from '@rollcall/core/faces/gallery.ports';
import { createGallery } from './gallery.ts';

/**
 * The gallery in the calling thread: for the browser demo, whose services already run in a Web Worker, and for tests.
 * The server searches on a thread of its own (`threaded-gallery.ts`).
 */
export function createInlineGallery(): FaceGallery {
  let current = createGallery();
  return {
    put: async (entries) => {
      for (const { personId, templates } of entries) current.set(personId, templates);
    },
    draft: () => {
      const next = createGallery();
      return {
        put: async (entries) => {
          for (const { personId, templates } of entries) next.set(personId, templates);
        },
        swapIn: async () => {
          current = next;
        },
        discard: async () => {},
      };
    },
    search: async (probe, options) => current.search(probe, options),
    neighbours: async (probe) => current.neighbours(probe),
    members: async (modelId) => current.members(modelId),
    survey: async (modelId, people) => current.survey(modelId, people),
    scoreOf: async (personId, probe) => current.scoreOf(personId, probe),
    outdated: async (modelId) => current.outdated(modelId),
    count: async () => current.count(),
    onLost: () => {},
    close: async () => {},
  };
}
