import { createLazyFaceEngine } from '../faces/lazy-face-engine.ts';
import type { FromHost, ToHost } from '../messages/messages.types.ts';
import { createRequestServer } from '../messages/serve-requests.ts';
import { createTabRouter, type Host, type TabMessage } from '../messages/tab-router.ts';
import { openBrowserStorage } from '../storage/browser-storage.ts';
import { demoBase, demoPacks, pruneCache } from '../storage/packs.ts';
import { composeDemo } from './compose-demo.ts';

const tabLock = (tab: string): string => `rollcall-demo-tab-${tab}`;

/** Holds the tab's Web Lock until the tab closes. */
function holdTabLock(tab: string): void {
  void navigator.locks.request(tabLock(tab), () => new Promise<never>(() => {}));
}

/** Calls `then` once the tab's lock is released, that is when the tab has closed. */
function onTabClosed(tab: string, then: () => void): void {
  void navigator.locks.request(tabLock(tab), async () => then());
}

/** Aborts the open requests of a tab that closes, which sends no message about it. */
function createTabWatch(ownTab: string, abort: (id: string) => void) {
  const requests = new Map<string, Set<string>>();

  const watch = (tab: string): Set<string> => {
    const open = new Set<string>();
    requests.set(tab, open);
    if (tab !== ownTab) {
      onTabClosed(tab, () => {
        for (const id of open) abort(id);
        requests.delete(tab);
      });
    }
    return open;
  };

  return {
    began: (tab: string, id: string): void => void (requests.get(tab) ?? watch(tab)).add(id),
    ended: (tab: string, id: string): void => void requests.get(tab)?.delete(id),
  };
}

/**
 * Every tab runs this worker. The one that holds this lock is the host and answers the requests of all tabs. When its
 * tab closes, the browser grants the lock to the next worker, which continues from the stored data.
 */
const HOST_LOCK = 'rollcall-demo-host';
const tab = crypto.randomUUID();
const channel = new BroadcastChannel('rollcall-demo');

const router = createTabRouter({
  tab,
  onTabClosed,
  page: {
    post: (message: FromHost, transfer = []) => postMessage(message, [...transfer]),
    listen: (listener) =>
      self.addEventListener('message', ({ data }: MessageEvent<ToHost>) => listener(data)),
  },
  tabs: {
    post: (message: TabMessage) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  },
});

const report = (what: string, error: unknown) => console.error(`${what}:`, error);

async function openHost(): Promise<Host> {
  const storage = await openBrowserStorage('rollcall-demo');
  const faces = createLazyFaceEngine({
    start: () => new Worker(new URL('../faces/face.worker.ts', import.meta.url), { type: 'module' }),
    base: demoBase(),
    // Threads need SharedArrayBuffer, which browsers allow only in a cross-origin isolated page.
    threads: self.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1,
    onProgress: (progress) => router.broadcast({ kind: 'faces', progress }),
  });
  const product = await composeDemo({ storage, faces, report });
  const server = createRequestServer(product.handle);
  const watch = createTabWatch(tab, server.abort);
  const reset = async () => {
    product.abandon();
    await storage.clear();
    router.broadcast({ kind: 'was-reset' });
  };
  return {
    handle(message, reply, from) {
      if (message.kind === 'request') {
        watch.began(from, message.id);
        void server.answer(message, reply).finally(() => watch.ended(from, message.id));
      } else if (message.kind === 'abort') server.abort(message.id);
      else if (message.kind === 'prepare-faces')
        void faces.prepare().then(() => {
          // Pages that asked after the networks were loaded hear it too.
          if (typeof faces.current() === 'object')
            router.broadcast({ kind: 'faces', progress: { state: 'ready' } });
        });
      else reset().catch((error: unknown) => report('Resetting the demo', error));
    },
  };
}

holdTabLock(tab);
navigator.locks
  .request(HOST_LOCK, async () => {
    router.becomeHost(await openHost());
    const current = new Set(Object.values(demoPacks()).map(({ path }) => new URL(path, demoBase()).href));
    void pruneCache((url) => !url.includes('/packs/') || current.has(url)).catch(() => {});
    // Keeps the lock until the tab closes.
    await new Promise<never>(() => {});
  })
  .catch((error: unknown) => {
    report('Starting the demo', error);
    router.broadcast({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
  });
