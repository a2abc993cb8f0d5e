import { Decompress } from 'fzstd';

/** Decompresses zstd (demo/build/make-packs.ts) chunk by chunk while the download continues. */
export function zstdDecompression(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new Decompress();
  return new TransformStream({
    start: (controller) => {
      // fzstd's types are older than Uint8Array<ArrayBuffer>; its output is never shared memory.
      decoder.ondata = (part) => controller.enqueue(part as Uint8Array<ArrayBuffer>);
    },
    transform: (part) => void decoder.push(part),
    // Throws when the input was cut off.
    flush: () => void decoder.push(new Uint8Array(0), true),
  });
}

/** Defined by the build (tools/build/build-demo.mjs), which makes the packs first. */
declare const __DEMO_PACKS__: Packs;

export interface Pack {
  /** Relative to the demo's folder. The file name contains a digest of the content. */
  readonly path: string;
  readonly bytes: number;
}

export interface Packs {
  readonly engine: Pack;
  readonly engineData: Pack;
  readonly disk: Pack;
  /** ONNX Runtime; loaded with the first camera. */
  readonly runtime: Pack;
}

/** A function, so that tests can import this file without a build. */
export const demoPacks = (): Packs => __DEMO_PACKS__;

/** The demo's folder. Workers are served from `assets/` in it. */
export const demoBase = (): string => new URL('../', self.location.href).href;

const CACHE = 'rollcall-demo';

/** Fetches through the Cache API. The address contains a digest of the content, so an entry is never stale. */
export async function fetchCached(url: string): Promise<Response> {
  // The cache can be refused, e.g. in a private window; then every call goes to the network.
  const cache = await caches.open(CACHE).catch(() => null);
  const cached = await cache?.match(url);
  if (cached) return cached;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${new URL(url).pathname} could not be loaded (${response.status}).`);
  // Not awaited: whoever reads the response shows how far it is.
  void cache?.put(url, response.clone()).catch(() => {});
  return response;
}

/** Removes cache entries of older builds. */
export async function pruneCache(isWanted: (url: string) => boolean): Promise<void> {
  const cache = await caches.open(CACHE).catch(() => null);
  for (const { url } of (await cache?.keys()) ?? []) if (!isWanted(url)) await cache?.delete(url);
}

/** Fetches and decompresses a pack. The build compresses it, because many file servers do not. */
export async function openPack({ path }: Pack): Promise<Response> {
  const { body } = await fetchCached(new URL(path, demoBase()).href);
  if (!body) throw new Error(`${path} is empty.`);
  return new Response(body.pipeThrough(zstdDecompression()), {
    headers: { 'Content-Type': 'application/wasm' },
  });
}
