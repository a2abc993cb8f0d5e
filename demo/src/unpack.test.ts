import { randomBytes } from 'node:crypto';
import { compress, init } from '@bokuweb/zstd-wasm';
import { beforeAll, expect, it } from 'vitest';
import { unpacked } from './unpack.ts';

/** Some of it repeats from afar, some of it cannot be made smaller: both ways of storing it are used. */
const noise = randomBytes(700_000);
const content = Buffer.concat([noise, Buffer.alloc(3_000_000, 'register '), noise]);
let packed: Uint8Array;
beforeAll(async () => {
  await init();
  packed = compress(content, 19);
});

/** Arrives in pieces, as from a network. */
function arriving(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
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
  new Response(stream.pipeThrough(unpacked())).arrayBuffer();

it('gives back what was packed', async () => {
  expect(packed.length).toBeLessThan(content.length / 4);
  expect(Buffer.from(await read(arriving(packed))).equals(content)).toBe(true);
});

it('refuses what was cut off or changed', async () => {
  await expect(read(arriving(packed.subarray(0, packed.length - 100)))).rejects.toThrow();
  const changed = packed.slice();
  changed[0] = 0;
  await expect(read(arriving(changed))).rejects.toThrow();
});
