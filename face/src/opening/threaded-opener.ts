import { fileURLToPath } from 'node:url';
import type { FaceOpener, OpenedFace, StoredFace } from '@rollcall/core/faces/face.ports';
import { Piscina } from 'piscina';
import { typescriptLoader } from '../engine/typescript-loader.ts';
import type { OpeningTask } from './opening.worker.ts';

interface Options {
  /** The built worker; when run from source, the file beside this one. */
  readonly workerUrl?: URL | undefined;
  readonly threads?: number;
}

export interface ThreadedOpener extends FaceOpener {
  close(): Promise<void>;
}

/** With two, opening is about as quick as reading from the database. */
const THREADS = 2;
/** Everybody's faces are read seldom: a thread ends when it has had nothing to do for so long. */
const IDLE_MS = 10_000;

/** Only what opening needs. */
const sealedOf = ({ personId, key, templates }: StoredFace): StoredFace => ({
  personId,
  key,
  templates: templates.map(({ modelId, sealed, quality }) => ({ modelId, sealed, quality })),
});

/**
 * Opens faces on threads of its own, each call on one of them: at 100,000 people there are 400,000 pieces to decrypt, during
 * which the main thread serves others. A thread that dies fails the call; the next call starts another.
 */
export function createThreadedOpener({ workerUrl, threads = THREADS }: Options = {}): ThreadedOpener {
  const filename = fileURLToPath(workerUrl ?? new URL('./opening.worker.ts', import.meta.url));
  const pool = new Piscina<OpeningTask, OpenedFace[]>({
    filename,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    ...(filename.endsWith('.ts') ? { execArgv: typescriptLoader() } : {}),
  });
  // Without a listener, an error in an idle thread would end the process.
  pool.on('error', () => undefined);
  return {
    async open(faces, keys) {
      const ids = new Set(faces.flatMap(({ key }) => key?.masterKeyId ?? []));
      const known = [...ids].flatMap((id) => keys.byId(id) ?? []);
      return pool.run({ faces: faces.map(sealedOf), keys: known });
    },
    close: () => pool.destroy(),
  };
}
