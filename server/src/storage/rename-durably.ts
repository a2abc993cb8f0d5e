import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** File systems of a network that refuse to sync a folder write its names by themselves. */
const REFUSED = new Set(['EINVAL', 'ENOTSUP']);

/** Renames a file within its folder and syncs the folder: the new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  // Windows can neither open nor sync a folder; NTFS journals the entry itself.
  if (process.platform === 'win32') return;
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && REFUSED.has(String(error.code)))) throw error;
  } finally {
    await folder.close();
  }
}
