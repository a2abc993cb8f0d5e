import type { FaceProgress, FromHost, ToHost } from './wire.types.ts';
import { createWorkerFetch } from './worker-fetch.ts';

export interface Demo {
  readonly fetch: typeof fetch;
  /** Fetches the models of the face engine; hears how far it is through `onFaces`. */
  prepareFaces(): void;
  onFaces(listener: (progress: FaceProgress) => void): () => void;
  /** Puts the first state back, in every tab. */
  reset(): void;
  onReset(listener: () => void): void;
  /** The product could not start in this browser, and why. */
  onBroken(listener: (reason: string) => void): void;
}

/** The page's end: starts the worker that is, or finds, the host. */
export function openDemo(): Demo {
  const worker = new Worker(new URL('./demo.worker.ts', import.meta.url), { type: 'module' });
  const listeners = new Set<(message: FromHost) => void>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromHost>) => {
    for (const listener of listeners) listener(data);
  });
  const post = (message: ToHost, transfer: readonly ArrayBuffer[] = []) =>
    worker.postMessage(message, [...transfer]);
  const page = crypto.randomUUID();
  let calls = 0;
  const hear = <Kind extends FromHost['kind']>(
    kind: Kind,
    listener: (message: Extract<FromHost, { kind: Kind }>) => void,
  ) => {
    const each = (message: FromHost) => {
      if (message.kind === kind) listener(message as Extract<FromHost, { kind: Kind }>); // the line above says so
    };
    listeners.add(each);
    return () => void listeners.delete(each);
  };

  return {
    fetch: createWorkerFetch(
      { post, listen: (listener) => void listeners.add(listener) },
      () => `${page}/${++calls}`,
    ),
    prepareFaces: () => post({ kind: 'prepare-faces' }),
    onFaces: (listener) => hear('faces', ({ progress }) => listener(progress)),
    reset: () => post({ kind: 'reset' }),
    onReset: (listener) => void hear('was-reset', listener),
    onBroken: (listener) => {
      hear('broken', ({ reason }) => listener(reason));
      // A worker that cannot even be read: an old browser, a file that did not arrive.
      worker.addEventListener('error', (event) => listener(event.message || 'The demo could not be loaded.'));
    },
  };
}
