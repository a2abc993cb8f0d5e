import { parentPort } from 'node:worker_threads';
import '../gallery/gallery.worker.ts';
import type { GalleryCall } from '../gallery/gallery-messages.ts';

// The gallery's thread, which ends when it is asked for a face of the model `die`.
parentPort?.on('message', ({ request }: GalleryCall) => {
  if (request.kind === 'search' && request.probe.modelId === 'die') process.exit(3);
});
