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

/** Writes a new key file, readable by the owner only, and syncs it before the key is used. */
async function writeKey(path: string, key: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(`${Buffer.from(key).toString('base64')}\n`);
  await file.sync();
  await file.close();
}

const keyRing = (current: MasterKey, others: readonly MasterKey[]): MasterKeys => ({
  current: () => current,
  byId: (id) => [current, ...others].find((key) => key.id === id) ?? null,
});

/** Reads the master key from `TEMPLATE_KEY`, or from a file under the data folder that the first start creates. */
export async function openMasterKeys(
  folder: string,
  fromEnvironment: string | undefined,
): Promise<MasterKeys> {
  if (fromEnvironment !== undefined) return keyRing(keyOf(fromEnvironment), []);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (!names.includes(CURRENT)) await writeKey(join(folder, CURRENT), randomBytes(32));
  const current = keyOf(await readFile(join(folder, CURRENT), 'utf8'));
  // An interrupted rotation leaves two keys; each data key names the one that wraps it.
  const others = names.includes(NEXT) ? [keyOf(await readFile(join(folder, NEXT), 'utf8'))] : [];
  return keyRing(current, others);
}

export const hasMasterKey = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch((): string[] => [])).includes(CURRENT);

/** Writes a key from a key export to its file. Fails if there is one already. */
export async function placeMasterKey(folder: string, key: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeKey(join(folder, CURRENT), key);
}

/**
 * Replaces the master key. `rewrap` rewraps every data key in one transaction; only then is the new key file renamed
 * over the old one. After an interruption both keys exist and nothing is lost.
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
  await rewrap(keyRing(next, [old]));
  await rename(nextPath, join(folder, CURRENT));
  await rm(nextPath, { force: true });
  return next;
}
