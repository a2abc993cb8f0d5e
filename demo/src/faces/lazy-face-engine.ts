import { type FaceEngine, ImageError } from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import { profileOf, SFACE_MANIFEST } from '@rollcall/face/models/recogniser.manifest';
import type { FaceProgress, FromFaceWorker, ToFaceWorker } from '../messages/messages.types.ts';

interface PendingAnalysis {
  resolve(analysis: ImageAnalysis): void;
  reject(error: Error): void;
}

interface Needs {
  readonly start: () => Worker;
  readonly base: string;
  readonly threads: number;
  readonly onProgress: (progress: FaceProgress) => void;
}

/** Starts the face worker on the first call of `prepare`: its 50 MB of models are loaded only for a camera. */
export function createLazyFaceEngine({ start, base, threads, onProgress }: Needs) {
  let engine: FaceEngine | null = null;
  let opening: Promise<void> | null = null;
  let failed = false;

  const open = () =>
    new Promise<void>((resolve) => {
      const worker = start();
      const pending = new Map<number, PendingAnalysis>();
      const send = (message: ToFaceWorker) => worker.postMessage(message);
      const settle = (progress: FaceProgress) => {
        onProgress(progress);
        resolve();
      };
      const fail = (reason: string) => {
        failed = true;
        engine = null;
        for (const { reject } of pending.values()) reject(new Error(reason));
        worker.terminate();
        // The next call of `prepare` tries again.
        opening = null;
        settle({ state: 'failed', reason });
      };
      worker.addEventListener('error', (event) => fail(event.message || 'The networks could not start.'));
      worker.addEventListener('message', ({ data }: MessageEvent<FromFaceWorker>) => {
        if (data.kind === 'loading')
          return onProgress({ state: 'loading', done: data.done, total: data.total });
        if (data.kind === 'unavailable') return fail(data.reason);
        if (data.kind === 'ready') {
          engine = createEngine(send, pending, () => worker.terminate());
          return settle({ state: 'ready' });
        }
        const analysis = pending.get(data.id);
        pending.delete(data.id);
        if (data.kind === 'done') analysis?.resolve(data.analysis);
        else if (data.kind === 'bad-image') analysis?.reject(new ImageError(data.problem, data.reason));
        else analysis?.reject(new Error(data.reason));
      });
      send({ kind: 'open', base, threads });
    });

  return {
    current: (): FaceEngine | 'starting' | 'unavailable' => engine ?? (failed ? 'unavailable' : 'starting'),
    /** Resolves when the engine is ready or has failed to start. */
    prepare(): Promise<void> {
      failed = false;
      opening ??= open();
      return opening;
    },
  };
}

function createEngine(
  send: (message: ToFaceWorker) => void,
  pending: Map<number, PendingAnalysis>,
  close: () => void,
): FaceEngine {
  let calls = 0;
  return {
    profile: profileOf(SFACE_MANIFEST),
    analyse: (image, options) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        pending.set(id, { resolve, reject });
        send({ kind: 'analyse', id, image, options });
      }),
    close: async () => close(),
  };
}
