import { parentPort } from 'node:worker_threads';
import { createGallery, type GalleryIndex } from './gallery.ts';
import type { GalleryAnswer, GalleryCall, GalleryRequest } from './gallery-messages.ts';

let current = createGallery();
const drafts = new Map<number, GalleryIndex>();

function indexOf(draft: number | null): GalleryIndex {
  if (draft === null) return current;
  const present = drafts.get(draft) ?? createGallery();
  drafts.set(draft, present);
  return present;
}

function answer(request: GalleryRequest): unknown {
  switch (request.kind) {
    case 'put': {
      const index = indexOf(request.draft);
      for (const { personId, templates } of request.entries) index.set(personId, templates);
      return null;
    }
    case 'swap_in':
      current = indexOf(request.draft);
      drafts.delete(request.draft);
      return null;
    case 'discard':
      drafts.delete(request.draft);
      return null;
    case 'search': {
      const { among, limit } = request;
      return current.search(request.probe, {
        ...(among === null ? {} : { among }),
        ...(limit === null ? {} : { limit }),
      });
    }
    case 'neighbours':
      return current.neighbours(request.probe);
    case 'members':
      return current.members(request.modelId);
    case 'survey':
      return current.survey(request.modelId, request.people);
    case 'score':
      return current.scoreOf(request.personId, request.probe);
    case 'outdated':
      return current.outdated(request.modelId);
    case 'count':
      return current.count();
  }
}

parentPort?.on('message', ({ id, request }: GalleryCall) => {
  const send = (message: GalleryAnswer) => parentPort?.postMessage(message);
  try {
    send({ id, value: answer(request) });
  } catch (error) {
    send({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
