import { openBrowserStorage } from './browser-storage.ts';
import { composeDemo } from './compose-demo.ts';
import { createLateFaces } from './late-faces.ts';
import { demoBase, forgetOthers, PACKS } from './packs.ts';
import { createRequestServer } from './serve-requests.ts';
import { type Call, createSwitchboard, type Host } from './switchboard.ts';
import { createTabWatch, holdTab, onTabGone } from './tab-watch.ts';
import type { FromHost, ToHost } from './wire.types.ts';

/**
 * Every tab has this worker. Whichever holds the lock runs the product and answers for all of them; the others carry
 * messages. When its tab closes the browser hands the lock to the next, which goes on from what was stored.
 */
const HOST_LOCK = 'rollcall-demo-host';
const tab = crypto.randomUUID();
const channel = new BroadcastChannel('rollcall-demo');

const switchboard = createSwitchboard({
  tab,
  onGone: onTabGone,
  page: {
    post: (message: FromHost, transfer = []) => postMessage(message, [...transfer]),
    listen: (listener) =>
      self.addEventListener('message', ({ data }: MessageEvent<ToHost>) => listener(data)),
  },
  tabs: {
    post: (call: Call) => channel.postMessage(call),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<Call>) => listener(data)),
  },
});

const report = (what: string, error: unknown) => console.error(`${what}:`, error);

async function openHost(): Promise<Host> {
  const storage = await openBrowserStorage('rollcall-demo');
  const faces = createLateFaces({
    start: () => new Worker(new URL('./face.worker.ts', import.meta.url), { type: 'module' }),
    base: demoBase(),
    // Threads share memory, which a browser allows only to a page that no other page can reach.
    threads: self.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1,
    onProgress: (progress) => switchboard.tellAll({ kind: 'faces', progress }),
  });
  const product = await composeDemo({ storage, faces, report });
  const server = createRequestServer(product.handle);
  const watch = createTabWatch(tab, server.abort);
  const reset = async () => {
    product.abandon();
    await storage.clear();
    switchboard.tellAll({ kind: 'was-reset' });
  };
  return {
    handle(message, reply, from) {
      if (message.kind === 'request') {
        watch.began(from, message.id);
        void server.answer(message, reply).finally(() => watch.ended(from, message.id));
      } else if (message.kind === 'abort') server.abort(message.id);
      else if (message.kind === 'prepare-faces') void faces.prepare();
      else reset().catch((error: unknown) => report('Resetting the demo', error));
    },
  };
}

holdTab(tab);
navigator.locks
  .request(HOST_LOCK, async () => {
    switchboard.becomeHost(await openHost());
    const current = new Set(Object.values(PACKS).map(({ path }) => new URL(path, demoBase()).href));
    void forgetOthers((url) => !url.includes('/packs/') || current.has(url)).catch(() => {});
    // Held as long as the tab lives.
    await new Promise<never>(() => {});
  })
  .catch((error: unknown) => {
    report('Starting the demo', error);
    switchboard.tellAll({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
  });
