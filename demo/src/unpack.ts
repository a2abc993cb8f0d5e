import { Decompress } from 'fzstd';

/** Undoes what demo/build/make-packs.ts did, while the rest is still on its way. */
export function unpacked(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new Decompress();
  return new TransformStream({
    start: (controller) => {
      // It is older than the types that tell shared memory apart, and shares none.
      decoder.ondata = (part) => controller.enqueue(part as Uint8Array<ArrayBuffer>);
    },
    transform: (part) => void decoder.push(part),
    // Complains if something is missing.
    flush: () => void decoder.push(new Uint8Array(0), true),
  });
}
