import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type {
  FaceGallery,
  GalleryCount,
  GalleryMatch,
  Neighbours,
  Surveyed,
} from '@rollcall/core/faces/gallery.ports';
import { AppError } from '@rollcall/core/kernel/errors';
import type { GalleryAnswer, GalleryRequest } from './gallery-messages.ts';

interface Options {
  /** The built worker file; by default the source file beside this one. */
  readonly workerUrl?: URL | undefined;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A thread that died is not started again sooner. */
const RESTART_MS = 1000;
const RETRY_SECONDS = 2;

/**
 * Wraps a TypeScript entry in a line of JavaScript that registers tsx, as db/src/embedded does: Node 20 cannot run
 * TypeScript, and `--import tsx` does not register itself on a thread.
 */
function entryFor(url: URL): URL {
  if (!url.pathname.endsWith('.ts')) return url;
  const tsx = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const boot = `import { register } from ${JSON.stringify(pathToFileURL(tsx).href)}; register(); await import(${JSON.stringify(url.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(boot)}`);
}

/**
 * The gallery on a thread of its own, which owns the matrix: at 100,000 people a search takes 7 ms, in which the main
 * thread serves others. Messages arrive in order, so a search sees every change made before it. When the thread
 * dies, `onLost` is called and the content must be put in again: until a complete draft has been swapped in, a search
 * would miss people and is refused.
 */
export function createThreadedGallery({ workerUrl }: Options = {}): FaceGallery {
  const entry = entryFor(workerUrl ?? new URL('./gallery.worker.ts', import.meta.url));
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  let calls = 0;
  let drafts = 0;
  /** Threads that died. A draft of an earlier thread is incomplete. */
  let losses = 0;
  let isIncomplete = false;
  let isClosed = false;
  let lost = () => {};

  const lostContent = () => new AppError('face_engine_starting', { retryAfterSeconds: RETRY_SECONDS });

  const start = (): Worker => {
    const now = performance.now();
    if (isClosed || now - startedAt < RESTART_MS) throw lostContent();
    startedAt = now;
    const started = new Worker(entry, { name: 'gallery' });
    // The server's sockets keep the process alive, not this thread.
    started.unref();
    started.on('message', (answer: GalleryAnswer) => {
      const call = pending.get(answer.id);
      pending.delete(answer.id);
      if ('failure' in answer) call?.reject(new Error(answer.failure));
      else call?.resolve(answer.value);
    });
    // Without a listener an error in the thread would end the process; `exit` follows it.
    started.on('error', () => {});
    started.on('exit', () => {
      worker = null;
      losses += 1;
      isIncomplete = true;
      const waiting = [...pending.values()];
      pending.clear();
      for (const call of waiting) call.reject(lostContent());
      if (!isClosed) lost();
    });
    return started;
  };

  /** The answer has the type that `gallery.worker.ts` gives this kind of request. */
  const ask = <T>(request: GalleryRequest): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      worker ??= start();
      const id = ++calls;
      pending.set(id, { resolve: (value) => resolve(value as T), reject });
      worker.postMessage({ id, request });
    });

  const askComplete = async <T>(request: GalleryRequest): Promise<T> => {
    if (isIncomplete) throw lostContent();
    return ask<T>(request);
  };

  return {
    put: (entries) => ask({ kind: 'put', draft: null, entries }),
    draft: () => {
      const draft = ++drafts;
      const lossesBefore = losses;
      const askSameThread = async (request: GalleryRequest): Promise<void> => {
        if (losses !== lossesBefore) throw lostContent();
        await ask(request);
      };
      return {
        put: (entries) => askSameThread({ kind: 'put', draft, entries }),
        swapIn: async () => {
          await askSameThread({ kind: 'swap_in', draft });
          if (losses === lossesBefore) isIncomplete = false;
        },
        discard: async () => {
          if (worker) await ask({ kind: 'discard', draft });
        },
      };
    },
    search: (probe, { among, limit } = {}) =>
      askComplete<GalleryMatch[]>({
        kind: 'search',
        probe: { modelId: probe.modelId, embedding: probe.embedding },
        among: among === undefined ? null : [...among],
        limit: limit ?? null,
      }),
    neighbours: ({ modelId, embedding }) =>
      askComplete<Neighbours>({ kind: 'neighbours', probe: { modelId, embedding } }),
    members: (modelId) => askComplete<string[]>({ kind: 'members', modelId }),
    survey: (modelId, people) => askComplete<Surveyed[]>({ kind: 'survey', modelId, people }),
    scoreOf: (personId, { modelId, embedding }) =>
      askComplete<number | null>({ kind: 'score', personId, probe: { modelId, embedding } }),
    outdated: (modelId) => ask<string[]>({ kind: 'outdated', modelId }),
    count: () => ask<GalleryCount>({ kind: 'count' }),
    onLost: (listener) => {
      lost = listener;
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
