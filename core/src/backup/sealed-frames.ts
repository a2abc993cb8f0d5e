import { ArchiveError } from './archive-error.ts';

/**
 * A stream in frames, each sealed with AES-256-GCM. The nonce is the frame's number and a mark on the last one
 * (the STREAM construction): a frame that is changed, moved, left out or doubled does not open, and a file whose
 * end is missing has no last frame. The head goes into every frame's seal, so it cannot be swapped either.
 */
export const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;

function nonceOf(number: number, last: boolean): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(3, BigInt(number));
  nonce[11] = last ? 1 : 0;
  return nonce;
}

const parametersOf = (number: number, last: boolean, head: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv: nonceOf(number, last),
  additionalData: head,
});

/** The frames of a stream: four bytes of length, then the sealed content. */
export async function* sealFrames(
  key: CryptoKey,
  headBytes: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const head = new Uint8Array(headBytes);
  const frame = async (number: number, last: boolean, plain: Uint8Array<ArrayBuffer>) => {
    const sealed = await crypto.subtle.encrypt(parametersOf(number, last, head), key, plain);
    const bytes = new Uint8Array(4 + sealed.byteLength);
    new DataView(bytes.buffer).setUint32(0, sealed.byteLength);
    bytes.set(new Uint8Array(sealed), 4);
    return bytes;
  };
  const plain = new Uint8Array(FRAME_BYTES);
  let filled = 0;
  let number = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      // A full frame waits for the next byte: only then is it certain not to be the last.
      if (filled === FRAME_BYTES) {
        yield await frame(number++, false, plain);
        filled = 0;
      }
      const part = chunk.subarray(at, at + FRAME_BYTES - filled);
      plain.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  }
  yield await frame(number, true, plain.slice(0, filled));
}

export interface ByteReader {
  /** Exactly so many bytes; throws `truncated` where there are fewer. */
  take(count: number): Promise<Uint8Array>;
  atEnd(): Promise<boolean>;
}

/** The content of the frames that follow the head; throws before it hands out anything that was not sealed so. */
export async function* openFrames(
  key: CryptoKey,
  headBytes: Uint8Array,
  reader: ByteReader,
): AsyncIterable<Uint8Array> {
  const head = new Uint8Array(headBytes);
  for (let number = 0; ; number += 1) {
    const size = await reader.take(4);
    const length = new DataView(size.buffer, size.byteOffset).getUint32(0);
    if (length < TAG_BYTES || length > FRAME_BYTES + TAG_BYTES) throw new ArchiveError('damaged');
    const sealed = new Uint8Array(await reader.take(length));
    const last = await reader.atEnd();
    const open = (asLast: boolean) => crypto.subtle.decrypt(parametersOf(number, asLast, head), key, sealed);
    const plain = await open(last).catch(async (cause: unknown) => {
      // A middle frame at the end of the file opens only as what it is: the rest was cut off at a frame's edge.
      const isMiddle =
        last &&
        (await open(false).then(
          () => true,
          () => false,
        ));
      throw new ArchiveError(isMiddle ? 'truncated' : 'damaged', { cause });
    });
    yield new Uint8Array(plain);
    if (last) return;
  }
}

/** Bytes on demand from a stream of chunks of any size. */
export function createByteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let waiting: Uint8Array = new Uint8Array(0);
  const more = async (): Promise<boolean> => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return false;
      if (value.length === 0) continue;
      const joined = new Uint8Array(waiting.length + value.length);
      joined.set(waiting);
      joined.set(value, waiting.length);
      waiting = joined;
      return true;
    }
  };
  return {
    async take(count) {
      while (waiting.length < count) if (!(await more())) throw new ArchiveError('truncated');
      const taken = waiting.subarray(0, count);
      waiting = waiting.subarray(count);
      return taken;
    },
    atEnd: async () => waiting.length === 0 && !(await more()),
  };
}
