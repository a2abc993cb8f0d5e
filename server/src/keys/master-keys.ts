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
import { createInstallationKeys, masterKeyState } from '@rollcall/core/faces/master-key.rules';

export const CURRENT = 'template.key';
/** The new key of a rotation that is under way or was interrupted. */
const NEXT = 'template.key.next';
/** The first key of an installation until the database has recorded it. */
const FIRST = 'template.key.first';

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

/** Null when there is no such file, `unreadable` when it does not hold a key. */
async function readKey(path: string): Promise<MasterKey | 'unreadable' | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return 'unreadable';
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
  if (fromEnvironment !== undefined) {
    const keys = [keyOf(fromEnvironment)];
    return createInstallationKeys(keys, masterKeyState(keys, expected));
  }
  const current = await readKey(join(folder, CURRENT));
  // An interrupted rotation leaves two keys; each data key names the one that wraps it.
  const others = await Promise.all([NEXT, FIRST].map((name) => readKey(join(folder, name))));
  const found = [current, ...others].filter((key) => key !== null && key !== 'unreadable');
  const state = masterKeyState(found, expected);
  if (current === 'unreadable' && state.kind !== 'ok')
    return createInstallationKeys(found, { kind: 'unreadable', expected });
  // A first key that nobody recorded is not in use.
  if (current === null && expected === null) return createInstallationKeys([], { kind: 'missing', expected });
  return createInstallationKeys(found, state);
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
  const keys = await readMasterKeys(folder, fromEnvironment, guard);
  const state = keys.state();
  if (state.kind === 'ok') {
    await placeFirstKey(folder, fromEnvironment, state.id);
    const expected = await guard.claim(state.id);
    return expected === state.id ? keys : readMasterKeys(folder, fromEnvironment, { ...guard, expected });
  }
  if (state.kind !== 'missing' || guard.expected !== null || guard.hasDependents) return keys;
  return createFirstKey(folder, guard);
}

/** Recorded before it gets its name: of two servers that start at once on a new database, one makes the key. */
async function createFirstKey(folder: string, guard: KeyGuard): Promise<InstallationKeys> {
  const path = join(folder, FIRST);
  if (!(await readdir(folder)).includes(FIRST)) await writeKey(path, randomBytes(32));
  const first = keyOf(await readFile(path, 'utf8'));
  const expected = await guard.claim(first.id);
  if (expected !== first.id) {
    await rm(path);
    return createInstallationKeys([], { kind: 'missing', expected });
  }
  await rename(path, join(folder, CURRENT));
  return createInstallationKeys([first], { kind: 'ok', id: first.id });
}

/** Finishes `createFirstKey` after an interruption between the database and the file. */
async function placeFirstKey(folder: string, fromEnvironment: string | undefined, id: string): Promise<void> {
  if (fromEnvironment !== undefined || (await readKey(join(folder, CURRENT))) !== null) return;
  const first = await readKey(join(folder, FIRST));
  if (first !== null && first !== 'unreadable' && first.id === id)
    await rename(join(folder, FIRST), join(folder, CURRENT));
}

export const hasMasterKey = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch((): string[] => [])).includes(CURRENT);

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
