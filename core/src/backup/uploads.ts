import type { Actor } from '../access.ts';
import { randomName } from '../auth/token.ts';
import { AppError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { FILE_NAME, UPLOAD_LIFETIME_MS } from './backup.rules.ts';
import { chunksOf } from './byte-streams.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos' | 'files'>;

async function* limited(chunks: AsyncIterable<Uint8Array>, most: number): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) throw new AppError('payload_too_large');
    yield chunk;
  }
}

/** Files someone brought, kept for a day under a name that says nothing. */
export function createUploads({ clock, random, repos, files }: Needs) {
  const open = async (upload: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> }> => {
    const operation = FILE_NAME.test(upload) ? await repos.operations.byFile(upload) : null;
    const content = operation?.kind === 'upload' ? await files.read(upload) : null;
    if (!content) throw new AppError('file_not_found');
    return content;
  };

  return {
    async keep(
      actor: Actor,
      chunks: AsyncIterable<Uint8Array>,
      most = Number.POSITIVE_INFINITY,
    ): Promise<string> {
      const upload = `upload-${randomName(random)}.rollcall`;
      const stored = await files.write(upload, limited(chunks, most));
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS);
      const entry = { kind: 'upload' as const, file: upload, createdAt, createdBy: actor.name, expiresAt };
      const { id } = await repos.operations.insert(entry);
      await repos.operations.finish(id, { state: 'done', ...stored });
      return upload;
    },

    chunks: async (upload: string): Promise<AsyncIterable<Uint8Array>> =>
      chunksOf((await open(upload)).stream),

    async bytesOf(upload: string, most: number): Promise<Uint8Array> {
      const { bytes, stream } = await open(upload);
      if (bytes > most) throw new AppError('payload_too_large');
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
