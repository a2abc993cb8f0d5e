import { AppError } from '@rollcall/core/kernel/errors';
import type { Context } from 'hono';
import type { Env } from './router.ts';

/** The uploaded file as it arrives, within the limit of its route; without one the given sentence is the error. */
export function uploadedChunks(c: Context<Env>, missing: string): AsyncIterable<Uint8Array> {
  const chunks = c.get('upload');
  if (!chunks) throw new AppError('invalid_input', { message: missing });
  return chunks;
}

/** Headers of an answer that the browser saves as a file. */
export const downloadHeaders = (fileName: string, type = 'application/octet-stream') => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${fileName}"`,
  'Cache-Control': 'no-store',
});
