import { gunzip, gzip } from '../../kernel/byte-streams.ts';
import type { RandomSource } from '../../kernel/random.ts';
import { ArchiveError } from './archive-error.ts';
import {
  ARCHIVE_VERSION,
  type ArchiveFormat,
  type ArchiveHead,
  encodeHead,
  readHead,
} from './archive-head.ts';
import { type KeyNeeds, newFileKey, openFileKey, type SealWith } from './archive-key.ts';

/**
 * A sealed file is a head followed by frames encrypted with AES-256-GCM. The nonce is the frame's number and a flag
 * on the last frame (the STREAM construction): a frame that is changed, moved, left out or repeated cannot be
 * decrypted, and a truncated file has no last frame. The head is authenticated with every frame.
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

/** Encrypts a stream into frames: four bytes of length, then the sealed content. */
async function* sealFrames(
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
      // A full frame is written only when another byte follows: until then it may be the last one.
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

interface ByteReader {
  /** Returns exactly `count` bytes, or throws `truncated`. */
  take(count: number): Promise<Uint8Array>;
  atEnd(): Promise<boolean>;
}

/** Decrypts the frames after the head; throws before it yields a frame that fails authentication. */
async function* openFrames(
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
      // The file was cut off between two frames when its last frame opens as a middle one.
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

/** Reads exact numbers of bytes from a stream of chunks of any size. */
function createByteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let buffered: Uint8Array = new Uint8Array(0);
  const readMore = async (): Promise<boolean> => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return false;
      if (value.length === 0) continue;
      const joined = new Uint8Array(buffered.length + value.length);
      joined.set(buffered);
      joined.set(value, buffered.length);
      buffered = joined;
      return true;
    }
  };
  return {
    async take(count) {
      while (buffered.length < count) if (!(await readMore())) throw new ArchiveError('truncated');
      const taken = buffered.subarray(0, count);
      buffered = buffered.subarray(count);
      return taken;
    },
    atEnd: async () => buffered.length === 0 && !(await readMore()),
  };
}

/** Writes the readable head, then the compressed and sealed content. */
export async function* sealFile(
  needs: KeyNeeds & { readonly random: RandomSource },
  about: Omit<ArchiveHead, 'version' | 'key'>,
  sealWith: SealWith,
  content: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const { key, hint } = await newFileKey(needs, sealWith);
  const head = await encodeHead({ ...about, version: ARCHIVE_VERSION, key: hint });
  yield head;
  yield* sealFrames(key, head, gzip(content));
}

/** Reads only the head: what the file is and which key it needs. */
export async function readFileHead(
  chunks: AsyncIterable<Uint8Array>,
  format: ArchiveFormat,
): Promise<ArchiveHead> {
  return (await readHead(createByteReader(chunks).take, format)).head;
}

export async function openFile(
  needs: KeyNeeds,
  chunks: AsyncIterable<Uint8Array>,
  wanted: { readonly format: ArchiveFormat; readonly passphrase: string | null },
): Promise<{ head: ArchiveHead; content: AsyncIterable<Uint8Array> }> {
  const reader = createByteReader(chunks);
  const { head, bytes } = await readHead(reader.take, wanted.format);
  const key = await openFileKey(needs, head.key, wanted.passphrase);
  return { head, content: decompressed(openFrames(key, bytes, reader)) };
}

/** Decompresses the content. An `ArchiveError` of the source passes; any other error means damage. */
async function* decompressed(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* gunzip(chunks);
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', { cause: error });
  }
}
