import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels, type ModelFiles } from '@rollcall/face/models/ensure-models';
import type { Log } from '../log.ts';

export interface BackgroundFaceEngine {
  /** The engine, or its state while there is none. */
  current(): FaceEngine | 'starting' | 'unavailable';
  /** Paths of the model files, once they are downloaded. */
  models(): ModelFiles | null;
  /** For the readiness check: `starting`, `ok` or `unavailable`. */
  state(): string;
  /** Resolves when the engine has started or failed to. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly modelsDir: string;
  readonly preplaced: string | undefined;
  readonly workerUrl: URL | undefined;
  readonly log: Log;
}

/** Downloads and loads the face models in the background; the server answers other requests meanwhile. */
export function startFaceEngine({ modelsDir, preplaced, workerUrl, log }: Options): BackgroundFaceEngine {
  let engine: FaceEngine | null = null;
  let files: ModelFiles | null = null;
  let state = 'starting';
  let closed = false;

  const settled = (async () => {
    try {
      const models = await ensureModels({
        dir: modelsDir,
        preplaced,
        onProgress: ({ step, what, done, total }) => {
          if (step !== 'ready') log.info(`Face models: ${step} ${what} (${done} of ${total} ready)`);
        },
      });
      files = models;
      const started = await createNodeFaceEngine({ models, workerUrl });
      if (closed) return void (await started.close());
      engine = started;
      state = 'ok';
    } catch (error) {
      state = 'unavailable';
      log.failure('Face recognition is not available', error);
    }
  })();

  return {
    current: () => engine ?? (state === 'starting' ? 'starting' : 'unavailable'),
    models: () => files,
    state: () => state,
    settled,
    async close() {
      closed = true;
      await engine?.close();
    },
  };
}
