import { randomBytes } from 'node:crypto';
import { compress, init } from '@bokuweb/zstd-wasm';
import { beforeAll, expect, it, vi } from 'vitest';
import { fetchCached, zstdDecompression } from './packs.ts';

/** Repetitive and random parts, so that both compressed and raw zstd blocks occur. */
const noise = randomBytes(700_000);
const content = Buffer.concat([noise, Buffer.alloc(3_000_000, 'repeated '), noise]);
let packed: Uint8Array;
beforeAll(async () => {
  await init();
  packed = compress(content, 19);
});

/** A stream of small chunks, as from a network. */
function chunked(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 10_007) }, (_, at) =>
    bytes.slice(at * 10_007, (at + 1) * 10_007),
  );
  return new ReadableStream({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece) controller.enqueue(new Uint8Array(piece));
      else controller.close();
    },
  });
}
const read = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  new Response(stream.pipeThrough(zstdDecompression())).arrayBuffer();

it('decompresses a pack that arrives in chunks', async () => {
  expect(packed.length).toBeLessThan(content.length / 4);
  expect(Buffer.from(await read(chunked(packed))).equals(content)).toBe(true);
});

it('rejects a truncated or corrupted pack', async () => {
  await expect(read(chunked(packed.subarray(0, packed.length - 100)))).rejects.toThrow();
  const changed = packed.slice();
  changed[0] = 0;
  await expect(read(chunked(changed))).rejects.toThrow();
});

it('hands out a download while it is still being stored, so that its progress can be shown', async () => {
  const cache = { match: async () => undefined, put: () => new Promise<void>(() => {}) };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', async () => new Response('networks'));
  const response = await fetchCached('https://demo.example/packs/one');
  expect(await response.text()).toBe('networks');
  vi.unstubAllGlobals();
});
