import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import type { InstallationKeys } from '@rollcall/core/faces/face.ports';
import { describeKeyProblem } from '@rollcall/core/faces/keys/master-key.rules';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import { hasDatabase } from '@rollcall/db/embedded/folder/data-folder';
import { createRepositories } from '@rollcall/db/repositories';
import { homeOf, type ServerEnv } from '../env.ts';
import { keyGuard, readMasterKeys } from '../keys/master-keys.ts';
import type { Log } from '../log.ts';
import { asDamage } from '../storage/folder-problems.ts';
import type { Locations } from '../storage/locations.ts';
import { NoDatabaseError, openDatabase, type ServerDatabase } from '../storage/open-database.ts';

export interface CliContext {
  readonly env: ServerEnv;
  readonly locations: Locations;
  readonly log: Log;
  /** Says on which installation a command acts, before it acts. */
  readonly announce?: (text: string) => void;
  /** How the database of this installation is opened. Several commands can share one that is open. */
  readonly open?: typeof openDatabase;
}

/** An error whose message is shown to the user without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

interface Wanted {
  /** `any`: the command also works on a database that waits for its upgrade. */
  readonly schema?: 'current' | 'any';
}

/**
 * Opens the database of this installation for one command and closes it afterwards. Creates nothing and upgrades
 * nothing.
 */
export async function withDatabase<T>(
  context: CliContext,
  work: (database: ServerDatabase) => Promise<T>,
  { schema = 'current' }: Wanted = {},
): Promise<T> {
  const { env, locations, log, open: openIt = openDatabase } = context;
  const database = await openIt(env, locations, log, { upgrade: false }).catch((error: unknown) => {
    throw error instanceof NoDatabaseError ? new CliError(`${error.message}${otherDatabase(env)}`) : error;
  });
  try {
    const newest = database.restoreTarget.schemaVersion;
    await refuseOtherMode(env, database);
    if (database.schema > newest)
      throw new CliError(
        `This database was made by a newer Rollcall (schema ${database.schema}; this one knows ${newest}). Please upgrade.`,
      );
    context.announce?.(await describeInstallation(env, database));
    if (schema === 'current' && database.schema < newest)
      throw new CliError(
        `The database has schema ${database.schema} and waits for its upgrade to ${newest}. Start the server once; it makes a backup first.`,
      );
    return await work(database);
  } catch (error) {
    throw asDamage(error, env) ?? error;
  } finally {
    await database.close();
  }
}

/** The embedded database of the other mode in the same folder, which is not meant but may have been expected. */
function otherDatabase(env: ServerEnv): string {
  const other = { ...env, demoMode: !env.demoMode };
  if (env.databaseUrl !== undefined || !hasDatabase(join(homeOf(other), 'postgres'))) return '';
  return env.demoMode
    ? ' The folder holds a real institution: set DEMO_MODE=false to act on it.'
    : ' The folder holds the demo school only: set DEMO_MODE=true to act on it.';
}

async function refuseOtherMode(env: ServerEnv, { db, place }: ServerDatabase): Promise<void> {
  const institution = await institutionIn(db);
  if (!institution || institution.isDemo === env.demoMode) return;
  throw new CliError(
    institution.isDemo
      ? `${place} holds the demo school. Set DEMO_MODE=true to act on it.`
      : `${place} holds ${institution.name}, a real institution. Set DEMO_MODE=false to act on it.`,
  );
}

/** The keys that are here, compared with the fingerprint in the database where its schema has one. */
export async function keysOf(env: ServerEnv, database: ServerDatabase): Promise<InstallationKeys> {
  const isCurrent = database.schema === database.restoreTarget.schemaVersion;
  const record = isCurrent
    ? await keyGuard(createRepositories(database.db))
    : { expected: null, hasDependents: true };
  return readMasterKeys(join(homeOf(env), 'keys'), env.templateKey, record);
}

export async function describeInstallation(env: ServerEnv, database: ServerDatabase): Promise<string> {
  const institution = await institutionIn(database.db);
  const keys = (await keysOf(env, database)).state();
  return [
    institution
      ? `Institution   ${institution.name}${institution.isDemo ? ' (demo)' : ''}`
      : 'Not set up yet.',
    `Database      ${database.place}, schema ${database.schema}`,
    `Master key    ${keys.kind === 'ok' ? keys.id : (describeKeyProblem(keys) ?? '')}`,
  ].join('\n');
}

export async function readPassphrase(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const given = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const passphrase = given.replace(/\r?\n$/, '');
  if (passphrase.length < PASSPHRASE_MIN)
    throw new CliError(`The passphrase needs at least ${PASSPHRASE_MIN} characters.`);
  return passphrase;
}

export async function requirePassphrase(file: string | undefined, option: string): Promise<string> {
  const passphrase = await readPassphrase(file);
  if (passphrase === null) throw new CliError(`Where is the passphrase? ${option} FILE.`);
  return passphrase;
}

export async function openFile(path: string): Promise<AsyncIterable<Uint8Array>> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new CliError(`There is no file ${path}.`);
  return createReadStream(path, { highWaterMark: 1 << 18 });
}

/** Fails when there is such a file already, unless the user said --force. */
export async function refuseOverwriting(path: string, force = false): Promise<void> {
  if (!force && (await stat(path).catch(() => null)))
    throw new CliError(`${path} already exists. Choose another name, or replace it with --force.`);
}

/** Writes to a `.part` file and renames it, so that `path` never holds half a file. */
export async function writeAtomically(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
  return bytes;
}
