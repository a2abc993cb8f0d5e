export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

export function toReadableStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
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

export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
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

/** Uses the platform's own compression, which Node and browsers share. */
const transformed = (
  chunks: AsyncIterable<Uint8Array>,
  transform: CompressionStream | DecompressionStream,
): AsyncIterable<Uint8Array> => chunksOf(toReadableStream(chunks).pipeThrough(transform));

export const gzip = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  transformed(chunks, new CompressionStream('gzip'));

export const gunzip = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  transformed(chunks, new DecompressionStream('gzip'));

/** Compresses without a header, as the entries of a zip file are stored. */
export const deflateRaw = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  transformed(chunks, new CompressionStream('deflate-raw'));

export async function* encodeUtf8(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** Many times the longest row of an archive: a text of 20,000 letters. */
const LINE_MAX = 8 * 1024 * 1024;

/** A line is longer than the reader accepts. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

/**
 * Decodes UTF-8 and splits it into lines; a last line without a line end counts too. Each character is looked at once,
 * however the chunks cut the lines; a line of more than `maxLength` characters throws `LineTooLongError`.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLength = LINE_MAX,
): AsyncIterable<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let parts: string[] = [];
  let length = 0;
  const addPart = (part: string) => {
    length += part.length;
    if (length > maxLength) throw new LineTooLongError(`A line has more than ${maxLength} characters.`);
    parts.push(part);
  };
  const endLine = (part: string): string => {
    addPart(part);
    const line = parts.join('');
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    const rest = pieces.pop() ?? '';
    const lines = pieces.map(endLine);
    addPart(rest);
    if (lines.length > 0) yield lines;
  }
  const last = endLine(decoder.decode());
  if (last !== '') yield [last];
}
