import { unpacked } from './unpack.ts';

/** Written into the bundle by the build (tools/build-demo.mjs), which makes the packs first. */
declare const __DEMO_PACKS__: Packs;

export interface Pack {
  /** Below the demo's own folder; its name changes with its content. */
  readonly path: string;
  readonly bytes: number;
}

export interface Packs {
  readonly engine: Pack;
  readonly engineData: Pack;
  readonly image: Pack;
  /** ONNX Runtime, for the first camera. */
  readonly runtime: Pack;
}

export const PACKS: Packs = __DEMO_PACKS__;

/** Workers lie in `assets/`, everything else is found from the folder above, wherever that is served from. */
export const demoBase = (): string => new URL('../', self.location.href).href;

const CACHE = 'rollcall-demo';

/**
 * From the browser's own cache when it has been here before. The address names the content, so what is cached is
 * right for ever, and what is no longer named is of no use to anyone.
 */
export async function fetchKept(url: string): Promise<Response> {
  // Storage can be refused, by a private window for one; then the network is asked each time.
  const cache = await caches.open(CACHE).catch(() => null);
  const kept = await cache?.match(url);
  if (kept) return kept;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${new URL(url).pathname} could not be loaded (${response.status}).`);
  await cache?.put(url, response.clone()).catch(() => {});
  return response;
}

/** Forgets what an older demo left behind. */
export async function forgetOthers(isWanted: (url: string) => boolean): Promise<void> {
  const cache = await caches.open(CACHE).catch(() => null);
  for (const { url } of (await cache?.keys()) ?? []) if (!isWanted(url)) await cache?.delete(url);
}

/** Packs are compressed by the build and not by the server: any server will do, and none can do it twice. */
export async function openPack({ path }: Pack): Promise<Response> {
  const { body } = await fetchKept(new URL(path, demoBase()).href);
  if (!body) throw new Error(`${path} is empty.`);
  return new Response(body.pipeThrough(unpacked()), {
    headers: { 'Content-Type': 'application/wasm' },
  });
}
