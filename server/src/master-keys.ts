import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MasterKey, MasterKeys } from '@rollcall/core/faces/face.ports';

const CURRENT = 'template.key';
const NEXT = 'template.key.next';

const keyOf = (base64: string): MasterKey => {
  const bytes = new Uint8Array(Buffer.from(base64.trim(), 'base64'));
  if (bytes.length !== 32) throw new Error('A master key must be 32 bytes in base64.');
  return {
    id: createHash('sha256').update('rollcall master key').update(bytes).digest('hex').slice(0, 16),
    bytes,
  };
};

/** Readable by the owner only, on disk before anything is sealed with it. */
async function writeKey(path: string, key: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(`${Buffer.from(key).toString('base64')}\n`);
  await file.sync();
  await file.close();
}

const ring = (current: MasterKey, others: readonly MasterKey[]): MasterKeys => ({
  current: () => current,
  byId: (id) => [current, ...others].find((key) => key.id === id) ?? null,
});

/** From `TEMPLATE_KEY`, or from a file under the data folder that the first start creates. */
export async function openMasterKeys(
  folder: string,
  fromEnvironment: string | undefined,
): Promise<MasterKeys> {
  if (fromEnvironment !== undefined) return ring(keyOf(fromEnvironment), []);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (!names.includes(CURRENT)) await writeKey(join(folder, CURRENT), randomBytes(32));
  const current = keyOf(await readFile(join(folder, CURRENT), 'utf8'));
  // A rotation that was interrupted leaves both; each data key says which of them wraps it.
  const others = names.includes(NEXT) ? [keyOf(await readFile(join(folder, NEXT), 'utf8'))] : [];
  return ring(current, others);
}

export const hasMasterKey = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch((): string[] => [])).includes(CURRENT);

/** A key that was kept elsewhere, back in its place. Never over another one. */
export async function placeMasterKey(folder: string, key: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeKey(join(folder, CURRENT), key);
}

/**
 * A new master key beside the old one. `rewrap` moves every data key over in one transaction; only then does the
 * new key take the old one's place. Interrupted anywhere, both keys are there and nothing is lost.
 */
export async function rotateMasterKey(
  folder: string,
  rewrap: (keys: MasterKeys) => Promise<void>,
): Promise<MasterKey> {
  const nextPath = join(folder, NEXT);
  const old = keyOf(await readFile(join(folder, CURRENT), 'utf8'));
  const interrupted = await readFile(nextPath, 'utf8').catch(() => null);
  if (interrupted === null) await writeKey(nextPath, randomBytes(32));
  const next = keyOf(await readFile(nextPath, 'utf8'));
  await rewrap(ring(next, [old]));
  await rename(nextPath, join(folder, CURRENT));
  await rm(nextPath, { force: true });
  return next;
}
