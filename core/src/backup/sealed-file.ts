import type { RandomSource } from '../auth/auth.ports.ts';
import {
  ARCHIVE_VERSION,
  type ArchiveFormat,
  type ArchiveHead,
  encodeHead,
  readHead,
} from './archive-head.ts';
import { type KeyNeeds, newFileKey, openFileKey, type SealWith } from './archive-key.ts';
import { gunzipped, gzipped } from './byte-streams.ts';
import { createByteReader, openFrames, sealFrames } from './sealed-frames.ts';

/** A head anyone can read, then content that is packed first and sealed second: sealed bytes no longer pack. */
export async function* sealFile(
  needs: KeyNeeds & { readonly random: RandomSource },
  about: Omit<ArchiveHead, 'version' | 'key'>,
  sealWith: SealWith,
  content: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const { key, hint } = await newFileKey(needs, sealWith);
  const head = await encodeHead({ ...about, version: ARCHIVE_VERSION, key: hint });
  yield head;
  yield* sealFrames(key, head, gzipped(content));
}

/** The head alone: enough to say what a file is and which key it wants. */
export async function headOf(chunks: AsyncIterable<Uint8Array>, format: ArchiveFormat): Promise<ArchiveHead> {
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
  return { head, content: gunzipped(openFrames(key, bytes, reader)) };
}
