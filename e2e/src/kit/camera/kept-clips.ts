import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ClipFrame } from './fake-camera.ts';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/rollcall/clips/', import.meta.url));

/**
 * Clips that take seconds of processor time to make are made once and kept. `source` is what they are made from: the
 * video, and a text that changes with the code.
 */
export async function keptClips<Name extends string>(
  source: readonly (string | Uint8Array)[],
  make: () => Promise<Record<Name, readonly ClipFrame[]>>,
): Promise<Record<Name, ClipFrame[]>> {
  const digest = createHash('sha256');
  for (const part of source) digest.update(part);
  const path = `${CACHE}${digest.digest('hex').slice(0, 20)}.json`;
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept !== null)
    return JSON.parse(kept, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'base64' in value
        ? {
            jpeg: Buffer.from(String(value.base64), 'base64'),
            seconds: Number(Reflect.get(value, 'seconds')),
          }
        : value,
    );
  const made = await make();
  const text = JSON.stringify(
    Object.fromEntries(
      Object.entries<readonly ClipFrame[]>(made).map(([name, frames]) => [
        name,
        frames.map(({ jpeg, seconds }) => ({ base64: Buffer.from(jpeg).toString('base64'), seconds })),
      ]),
    ),
  );
  await mkdir(CACHE, { recursive: true });
  // Two workers may make them at once, and none must read half a file.
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, text);
  await rename(own, path);
  return keptClips(source, make);
}
