import { ArchiveError } from './archive-error.ts';

export async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/** Async iterables over the platform's own (de)compression, in Node and in a browser alike. */
const through = (
  chunks: AsyncIterable<Uint8Array>,
  transform: CompressionStream | DecompressionStream,
): ReadableStreamDefaultReader<Uint8Array> => streamOf(chunks).pipeThrough(transform).getReader();

async function* drained(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export const gzipped = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  drained(through(chunks, new CompressionStream('gzip')));

/** As the parts of a zip file are packed. */
export const deflatedRaw = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  drained(through(chunks, new CompressionStream('deflate-raw')));

export async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* drained(through(chunks, new DecompressionStream('gzip')));
  } catch (error) {
    // The reason the source gave passes through the stream; what remains is the decompressor's own complaint.
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', { cause: error });
  }
}

export async function* encoded(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** Whole lines without their ends. A last line without an end is a line too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  yield* drained(stream.getReader());
}
