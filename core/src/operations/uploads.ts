import type { Actor } from '../kernel/access.ts';
import { chunksOf } from '../kernel/byte-streams.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type RandomSource, randomName } from '../kernel/random.ts';
import type { CheckedFiles, OperationRepos, Uploads } from './operations.ports.ts';
import { FILE_NAME_PATTERN, UPLOAD_LIFETIME_MS } from './operations.rules.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: OperationRepos;
  readonly files: CheckedFiles;
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError('payload_too_large');
    yield chunk;
  }
}

export function createUploads({ clock, random, repos, files }: Needs): Uploads {
  const open = async (upload: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> }> => {
    const operation = FILE_NAME_PATTERN.test(upload) ? await repos.operations.byFile(upload) : null;
    const isComplete = operation?.kind === 'upload' && operation.state === 'done';
    const content = isComplete ? await files.read(upload) : null;
    if (!content) throw new AppError('file_not_found');
    return content;
  };

  return {
    async store(
      actor: Actor,
      chunks: AsyncIterable<Uint8Array>,
      maxBytes = Number.POSITIVE_INFINITY,
    ): Promise<string> {
      const upload = `upload-${randomName(random)}.rollcall`;
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS);
      const entry = { kind: 'upload' as const, file: upload, createdAt, createdBy: actor.name, expiresAt };
      await files.assertHere();
      // The row first: a file whose row could not be written would stay for ever.
      const { id } = await repos.operations.insert(entry);
      try {
        const stored = await files.write(upload, limitBytes(chunks, maxBytes));
        await repos.operations.finish(id, { state: 'done', ...stored });
        return upload;
      } catch (error) {
        // Both are best effort: what stays expires within a day. The first error is the one to throw.
        await files.remove(upload).catch(() => {});
        await repos.operations.remove([id]).catch(() => {});
        throw error;
      }
    },

    chunks: async (upload: string): Promise<AsyncIterable<Uint8Array>> =>
      chunksOf((await open(upload)).stream),

    async bytesOf(upload: string, maxBytes: number): Promise<Uint8Array> {
      const { bytes, stream } = await open(upload);
      if (bytes > maxBytes) throw new AppError('payload_too_large');
      const content = new Uint8Array(bytes);
      let at = 0;
      for await (const chunk of chunksOf(stream)) {
        content.set(chunk, at);
        at += chunk.length;
      }
      return content;
    },
  };
}
