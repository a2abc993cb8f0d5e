import { AppError } from '@rollcall/core/kernel/errors';
import { asciiFileName } from '@rollcall/core/kernel/file-name';
import type { Context } from 'hono';
import type { Env } from './router.ts';

/** The uploaded file as it arrives, within the limit of its route; without one the given sentence is the error. */
export function uploadedChunks(c: Context<Env>, missing: string): AsyncIterable<Uint8Array> {
  const chunks = c.get('upload');
  if (!chunks) throw new AppError('invalid_input', { message: missing });
  return chunks;
}

/** RFC 5987: what `encodeURIComponent` leaves and the header does not allow is encoded too. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Names the file for every program, and in its own letters for those that read RFC 5987. */
function disposition(name: string): string {
  const ascii = asciiFileName(name);
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded(name)}`}`;
}

/** Headers of an answer that the browser saves as a file. */
export const downloadHeaders = (fileName: string, type = 'application/octet-stream') => ({
  'Content-Type': type,
  'Content-Disposition': disposition(fileName),
  'Cache-Control': 'no-store',
});
