import { type FaceEngine, ImageError } from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import { profileOf, SFACE_MANIFEST } from '@rollcall/face/recogniser.manifest';
import type { FromFaces, ToFaces } from './face-messages.ts';
import type { FaceProgress } from './wire.types.ts';

interface Waiting {
  resolve(analysis: ImageAnalysis): void;
  reject(error: Error): void;
}

interface Needs {
  readonly start: () => Worker;
  readonly base: string;
  readonly threads: number;
  readonly onProgress: (progress: FaceProgress) => void;
}

/** Fifty megabytes that most visitors never need: nothing is fetched before somebody opens a camera. */
export function createLateFaces({ start, base, threads, onProgress }: Needs) {
  let engine: FaceEngine | null = null;
  let opening: Promise<void> | null = null;
  let failed = false;

  const open = () =>
    new Promise<void>((resolve) => {
      const worker = start();
      const waiting = new Map<number, Waiting>();
      const send = (message: ToFaces) => worker.postMessage(message);
      const settle = (progress: FaceProgress) => {
        onProgress(progress);
        resolve();
      };
      const giveUp = (reason: string) => {
        failed = true;
        engine = null;
        for (const { reject } of waiting.values()) reject(new Error(reason));
        worker.terminate();
        // The next camera tries again: a lost connection is no reason to stay without faces.
        opening = null;
        settle({ state: 'failed', reason });
      };
      worker.addEventListener('error', (event) => giveUp(event.message || 'The networks could not start.'));
      worker.addEventListener('message', ({ data }: MessageEvent<FromFaces>) => {
        if (data.kind === 'loading')
          return onProgress({ state: 'loading', done: data.done, total: data.total });
        if (data.kind === 'unavailable') return giveUp(data.reason);
        if (data.kind === 'ready') {
          engine = createEngine(send, waiting, () => worker.terminate());
          return settle({ state: 'ready' });
        }
        const call = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.kind === 'done') call?.resolve(data.analysis);
        else if (data.kind === 'bad-image') call?.reject(new ImageError(data.problem, data.reason));
        else call?.reject(new Error(data.reason));
      });
      send({ kind: 'open', base, threads });
    });

  return {
    current: (): FaceEngine | 'starting' | 'unavailable' => engine ?? (failed ? 'unavailable' : 'starting'),
    /** Settles when there is an engine, or when there is none to be had. */
    prepare(): Promise<void> {
      failed = false;
      opening ??= open();
      return opening;
    },
  };
}

function createEngine(
  send: (message: ToFaces) => void,
  waiting: Map<number, Waiting>,
  close: () => void,
): FaceEngine {
  let calls = 0;
  return {
    profile: profileOf(SFACE_MANIFEST),
    analyse: (image, options) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        waiting.set(id, { resolve, reject });
        send({ kind: 'analyse', id, image, options });
      }),
    close: async () => close(),
  };
}
