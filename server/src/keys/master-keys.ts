import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  FaceRepos,
  InstallationKeys,
  MasterKey,
  MasterKeyRecord,
  MasterKeys,
} from '@rollcall/core/faces/face.ports';
import { createInstallationKeys, masterKeyState } from '@rollcall/core/faces/keys/master-key.rules';

export const CURRENT = 'template.key';
/** The new key of a rotation that is under way or was interrupted. */
const NEXT = 'template.key.next';
/** The first key of an installation until the database has recorded it; each server writes a file of its own. */
const FIRST = 'template.key.first';
/** Keys that a rotation replaced: backups and retention files sealed with them are still opened. */
const RETIRED = 'template.key.retired-';

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

/** Renames a file unless it is gone: another server of the same folder renamed it. */
async function moveKey(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Keys of the files whose names begin so. */
async function readKeys(folder: string, prefix: string): Promise<MasterKey[]> {
  const names = (await filesIn(folder)).filter((name) => name.startsWith(prefix));
  const keys = await Promise.all(names.map((name) => readKey(join(folder, name))));
  return keys.filter((key) => key !== null && key !== 'unreadable');
}

const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

/** Null when there is no such file, `unreadable` when it does not hold a key. */
async function readKey(path: string): Promise<MasterKey | 'unreadable' | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return isMissing(error) ? null : 'unreadable';
  }
  try {
    return keyOf(text);
  } catch {
    return 'unreadable';
  }
}

const keyRing = (current: MasterKey, others: readonly MasterKey[]): MasterKeys => ({
  current: () => current,
  byId: (id) => [current, ...others].find((key) => key.id === id) ?? null,
});

/** What the database knows about the master key. */
export interface KeyGuard extends MasterKeyRecord {
  /** Records the fingerprint of a first key; returns the fingerprint that is recorded afterwards. */
  claim(id: string): Promise<string>;
}

export const keyGuard = async ({ faces }: FaceRepos): Promise<KeyGuard> => ({
  ...(await faces.masterKeyRecord()),
  claim: faces.claimMasterKey,
});

/** A new installation, whose database knows nothing yet. */
const NEW_INSTALLATION: KeyGuard = { expected: null, hasDependents: false, claim: async (id) => id };

/** Reads the keys that are here and compares them with the database. Writes nothing. */
export async function readMasterKeys(
  folder: string,
  fromEnvironment: string | undefined,
  { expected }: MasterKeyRecord,
): Promise<InstallationKeys> {
  const retired = await readKeys(folder, RETIRED);
  if (fromEnvironment !== undefined) {
    const keys = [keyOf(fromEnvironment)];
    return createInstallationKeys(keys, masterKeyState(keys, expected), retired);
  }
  const current = await readKey(join(folder, CURRENT));
  // A first key that nobody recorded is not in use.
  if (current === null && expected === null)
    return createInstallationKeys([], { kind: 'missing', expected }, retired);
  // An interrupted rotation leaves two keys; each data key names the one that wraps it.
  const others = [await readKey(join(folder, NEXT)), ...(await readKeys(folder, FIRST))];
  const found = [current, ...others].filter((key) => key !== null && key !== 'unreadable');
  const state = masterKeyState(found, expected);
  if (current === 'unreadable' && state.kind !== 'ok')
    return createInstallationKeys(found, { kind: 'unreadable', expected }, retired);
  return createInstallationKeys(found, state, retired);
}

/**
 * Reads the master key from `TEMPLATE_KEY` or from a file under the data folder. Only a new installation gets a new
 * key: where the database has face keys, backups or a fingerprint, a lost key stays lost until it is put back
 * (docs/decisions/0029).
 */
export async function openMasterKeys(
  folder: string,
  fromEnvironment: string | undefined,
  guard: KeyGuard = NEW_INSTALLATION,
): Promise<InstallationKeys> {
  if (fromEnvironment === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  if (fromEnvironment === undefined && guard.expected !== null) await placeFirstKey(folder, guard.expected);
  const keys = await readMasterKeys(folder, fromEnvironment, guard);
  const state = keys.state();
  if (state.kind === 'ok') {
    const expected = await guard.claim(state.id);
    return expected === state.id ? keys : readMasterKeys(folder, fromEnvironment, { ...guard, expected });
  }
  if (state.kind !== 'missing' || guard.expected !== null || guard.hasDependents) return keys;
  return createFirstKey(folder, guard);
}

/**
 * Recorded before it gets its name: of servers that start at once on a new database, one makes the key. With a folder of
 * their own the others have none; with a shared folder they use the one that was recorded.
 */
async function createFirstKey(folder: string, guard: KeyGuard): Promise<InstallationKeys> {
  const bytes = randomBytes(32);
  const { id } = keyOf(bytes.toString('base64'));
  const path = join(folder, `${FIRST}-${id}`);
  await writeKey(path, bytes);
  const expected = await guard.claim(id);
  if (expected !== id) await rm(path, { force: true });
  await placeFirstKey(folder, expected);
  return readMasterKeys(folder, undefined, { ...guard, expected });
}

/** Names the recorded first key, also after an interruption, and removes those that were not recorded. */
async function placeFirstKey(folder: string, id: string): Promise<void> {
  if ((await readKey(join(folder, CURRENT))) !== null) return;
  const firsts = (await filesIn(folder)).filter((name) => name.startsWith(FIRST));
  for (const name of firsts) {
    const key = await readKey(join(folder, name));
    if (key !== null && key !== 'unreadable' && key.id === id)
      await moveKey(join(folder, name), join(folder, CURRENT));
  }
  // An empty file is what a power cut left of an earlier try.
  if ((await readKey(join(folder, CURRENT))) === null) return;
  for (const name of firsts) await rm(join(folder, name), { force: true });
}

export const hasMasterKey = async (folder: string): Promise<boolean> =>
  (await filesIn(folder)).includes(CURRENT);

/** Writes a key from a key export to its file. Fails if there is one already. */
export async function placeMasterKey(folder: string, key: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeKey(join(folder, CURRENT), key);
}

/** Moves whatever is in the key's place aside, never away. Returns the new name, or null when there was nothing. */
export async function setAsideMasterKey(folder: string, stamp: string): Promise<string | null> {
  if (!(await hasMasterKey(folder))) return null;
  const name = `${CURRENT}.set-aside-${stamp}`;
  await rename(join(folder, CURRENT), join(folder, name));
  return name;
}

/** Where a rotation keeps the key that it replaced. */
export const retiredKeyFile = (folder: string, id: string): string => join(folder, `${RETIRED}${id}`);

/** Writes the copy of a key that a rotation replaces; one that an interrupted try left may be empty. */
async function retire(folder: string, key: MasterKey): Promise<void> {
  const path = retiredKeyFile(folder, key.id);
  await rm(path, { force: true });
  await writeKey(path, key.bytes);
}

/** Ends a rotation that was interrupted after the database had recorded its new key. */
async function finishRotation(folder: string, inUse: string): Promise<void> {
  const next = await readKey(join(folder, NEXT));
  if (next === null || next === 'unreadable' || next.id !== inUse) return;
  const old = await readKey(join(folder, CURRENT));
  if (old !== null && old !== 'unreadable') await retire(folder, old);
  await rename(join(folder, NEXT), join(folder, CURRENT));
}

/**
 * Replaces the master key that the database uses, of which this is the id. `rewrap` rewraps every data key in one transaction; only then is the new key file renamed
 * over the old one, of which a copy stays for the backups and retention files that it sealed. After an interruption both
 * keys exist and nothing is lost.
 */
export async function rotateMasterKey(
  folder: string,
  inUse: string,
  rewrap: (keys: MasterKeys) => Promise<void>,
): Promise<MasterKey> {
  await finishRotation(folder, inUse);
  const nextPath = join(folder, NEXT);
  const old = keyOf(await readFile(join(folder, CURRENT), 'utf8'));
  // A file without a key was never used: a power cut while it was written.
  if ((await readKey(nextPath)) === 'unreadable') await rm(nextPath);
  if ((await readKey(nextPath)) === null) await writeKey(nextPath, randomBytes(32));
  const next = keyOf(await readFile(nextPath, 'utf8'));
  await retire(folder, old);
  await rewrap(keyRing(next, [old]));
  await rename(nextPath, join(folder, CURRENT));
  return next;
}
