import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** npm's notation: the algorithm, then base64. */
export function sha512Integrity(data: Uint8Array): string {
  return `sha512-${createHash('sha512').update(data).digest('base64')}`;
}

export async function readIfPresent(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
