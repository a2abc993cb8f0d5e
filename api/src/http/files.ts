import { chunksOf } from '@rollcall/core/kernel/byte-streams';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Context } from 'hono';
import type { Env } from './router.ts';

/** Reads the request body as a stream of chunks; without a body the given sentence is the error. */
export function uploadedChunks(c: Context<Env>, missing: string): AsyncIterable<Uint8Array> {
  const stream = c.req.raw.body;
  if (!stream) throw new AppError('invalid_input', { message: missing });
  return chunksOf(stream);
}

/** Headers of an answer that the browser saves as a file. */
export const downloadHeaders = (fileName: string, type = 'application/octet-stream') => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${fileName}"`,
  'Cache-Control': 'no-store',
});
